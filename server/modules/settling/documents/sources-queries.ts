import type { Agorot } from '@kartis/domain/money.ts'
import type { Charged } from '@kartis/domain/tax-document.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'

/** Up to where an account has its documents. */
export interface Progress {
  readonly last_statement: number
  readonly last_payment_seq: number
  readonly open: Agorot
}

/** Locks the documents of an account until the transaction ends. */
export const lockProgress = async (tx: Tx, accountId: string): Promise<Progress> => {
  await sql`insert into document_accounts (account_id) values (${accountId}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<Progress>`
    select last_statement, last_payment_seq, open::float8 as open from document_accounts
    where account_id = ${accountId} for update`.execute(tx)
  return rows[0] ?? { last_statement: 0, last_payment_seq: 0, open: 0 }
}

export const writeProgress = async (tx: Tx, accountId: string, progress: Progress): Promise<void> => {
  await tx.updateTable('document_accounts').set(progress).where('account_id', '=', accountId).execute()
}

export interface DueStatement {
  readonly id: string
  readonly number: number
  readonly closing: Agorot
  /** The last journal that it may contain. */
  readonly to_seq: number
}

/** Statements without documents, from an instant on, in order. */
export const readDueStatements = async (
  tx: Tx,
  accountId: string,
  after: number,
  from: Date,
): Promise<DueStatement[]> => {
  const { rows } = await sql<DueStatement>`
    select id, number, closing::float8 as closing, to_seq from statements
    where account_id = ${accountId} and number > ${after} and made_at >= ${from} order by number`.execute(tx)
  return rows
}

export interface DuePayment {
  readonly id: string
  readonly seq: number
  readonly amount: Agorot
}

/** Payments of fees without a receipt, from an instant on, in order. */
export const readDuePayments = async (tx: Tx, accountId: string, after: number, from: Date): Promise<DuePayment[]> => {
  const { rows } = await sql<DuePayment>`
    select j.id, j.seq, -e.amount::float8 as amount
    from journals j join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq
    where j.account_id = ${accountId} and j.kind = 'fee_payment' and j.seq > ${after} and j.booked_at >= ${from}
      and e.ledger_account = 'producer_payable'
    order by j.seq`.execute(tx)
  return rows
}

/** The fees of an event on a statement, charged above 0, and when the event was first settled. */
export interface StatementFees {
  readonly event_id: string
  readonly event_name: string
  readonly settled_at: Date
  readonly card_fee: Agorot
  readonly service_fee: Agorot
  readonly vat: Agorot
}

export const readStatementFees = async (tx: Tx, statementId: string): Promise<StatementFees[]> => {
  const { rows } = await sql<StatementFees>`
    select l.event_id, min(l.event_name) as event_name, min(s.settled_at) as settled_at,
      coalesce(-sum(l.amount) filter (where l.kind = 'card_fee'), 0)::float8 as card_fee,
      coalesce(-sum(l.amount) filter (where l.kind = 'service_fee'), 0)::float8 as service_fee,
      coalesce(-sum(l.amount) filter (where l.kind = 'vat'), 0)::float8 as vat
    from statement_lines l join settled_events s on s.event_id = l.event_id
    where l.statement_id = ${statementId} and l.kind in ('card_fee', 'service_fee', 'vat')
    group by l.event_id order by min(l.position)`.execute(tx)
  return rows
}

/** What documents of an account charged for these events, less what credit notes gave back, in order of issue. */
export const readCharged = async (tx: Tx, accountId: string, eventIds: readonly string[]): Promise<Charged[]> => {
  const { rows } = await sql<Charged>`
    select d.id as "documentId", l.event_id as "eventId", (sum(l.net) - coalesce(c.net, 0))::float8 as net,
      (sum(l.vat) - coalesce(c.vat, 0))::float8 as vat
    from documents d join document_lines l on l.document_id = d.id
    left join lateral (
      select sum(cl.net) as net, sum(cl.vat) as vat
      from documents n join document_lines cl on cl.document_id = n.id
      where n.cites = d.id and cl.event_id = l.event_id
    ) c on true
    where d.account_id = ${accountId} and d.cites is null and l.event_id = any(${[...eventIds]}::uuid[])
    group by d.id, l.event_id, c.net, c.vat order by d.issued_at, d.statement_number, d.id`.execute(tx)
  return rows
}

/** Accounts with statements or payments without documents, from an instant on. */
export const readAccountsToDocument = async (db: Db, from: Date): Promise<string[]> => {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from statements s
    where made_at >= ${from} and number > coalesce((
      select last_statement from document_accounts a where a.account_id = s.account_id
    ), 0)
    union
    select account_id from journals j
    where kind = 'fee_payment' and booked_at >= ${from} and seq > coalesce((
      select last_payment_seq from document_accounts a where a.account_id = j.account_id
    ), 0)
    order by account_id`.execute(db)
  return rows.map(({ account_id: id }) => id)
}
