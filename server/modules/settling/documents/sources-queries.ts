import type { Agorot } from '@kartis/domain/money.ts'
import type { Charged } from '@kartis/domain/tax-document.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'

/** Up to where an account has its documents. */
export interface Progress {
  readonly account_id: string
  readonly last_statement: number
  readonly last_payment_seq: number
  readonly open: Agorot
}

/** Locks the documents of accounts until the transaction ends, in one order, so that concurrent callers wait for each other. */
export const lockProgress = async (tx: Tx, accountIds: readonly string[]): Promise<Progress[]> => {
  const ids = [...accountIds].toSorted()
  await sql`
    insert into document_accounts (account_id) select unnest(${ids}::uuid[]) on conflict do nothing`.execute(tx)
  const { rows } = await sql<Progress>`
    select account_id, last_statement, last_payment_seq, open::float8 as open from document_accounts
    where account_id = any(${ids}::uuid[]) order by account_id for update`.execute(tx)
  return rows
}

export const writeProgress = async (tx: Tx, progress: readonly Progress[]): Promise<void> => {
  await sql`
    update document_accounts a
    set last_statement = p.last_statement, last_payment_seq = p.last_payment_seq, open = p.open
    from jsonb_to_recordset(${JSON.stringify(progress)}::jsonb)
      as p (account_id uuid, last_statement int, last_payment_seq int, open bigint)
    where a.account_id = p.account_id`.execute(tx)
}

export interface DueStatement {
  readonly id: string
  readonly account_id: string
  readonly number: number
  readonly closing: Agorot
  /** The last journal that it may contain. */
  readonly to_seq: number
}

/** Statements of accounts without documents, from an instant on, in order. */
export const readDueStatements = async (tx: Tx, accountIds: readonly string[], from: Date): Promise<DueStatement[]> => {
  const { rows } = await sql<DueStatement>`
    select s.id, s.account_id, s.number, s.closing::float8 as closing, s.to_seq
    from document_accounts a join statements s on s.account_id = a.account_id and s.number > a.last_statement
    where a.account_id = any(${[...accountIds]}::uuid[]) and s.made_at >= ${from} order by s.account_id, s.number`.execute(
    tx,
  )
  return rows
}

export interface DuePayment {
  readonly id: string
  readonly account_id: string
  readonly seq: number
  readonly amount: Agorot
}

/** Payments of fees without a receipt, from an instant on, in order. */
export const readDuePayments = async (tx: Tx, accountIds: readonly string[], from: Date): Promise<DuePayment[]> => {
  const { rows } = await sql<DuePayment>`
    select j.id, j.account_id, j.seq, -e.amount::float8 as amount
    from document_accounts a
    join journals j on j.account_id = a.account_id and j.seq > a.last_payment_seq
    join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq
    where a.account_id = any(${[...accountIds]}::uuid[]) and j.kind = 'fee_payment' and j.booked_at >= ${from}
      and e.ledger_account = 'producer_payable'
    order by j.account_id, j.seq`.execute(tx)
  return rows
}

/** The fees of an event on a statement, charged above 0, and when the event was first settled. */
export interface StatementFees {
  readonly statement_id: string
  readonly event_id: string
  readonly event_name: string
  readonly settled_at: Date
  readonly card_fee: Agorot
  readonly service_fee: Agorot
  readonly vat: Agorot
}

export const readStatementFees = async (tx: Tx, statementIds: readonly string[]): Promise<StatementFees[]> => {
  const { rows } = await sql<StatementFees>`
    select l.statement_id, l.event_id, min(l.event_name) as event_name, min(s.settled_at) as settled_at,
      coalesce(-sum(l.amount) filter (where l.kind = 'card_fee'), 0)::float8 as card_fee,
      coalesce(-sum(l.amount) filter (where l.kind = 'service_fee'), 0)::float8 as service_fee,
      coalesce(-sum(l.amount) filter (where l.kind = 'vat'), 0)::float8 as vat
    from statement_lines l join settled_events s on s.event_id = l.event_id
    where l.statement_id = any(${[...statementIds]}::uuid[]) and l.kind in ('card_fee', 'service_fee', 'vat')
    group by l.statement_id, l.event_id order by l.statement_id, min(l.position)`.execute(tx)
  return rows
}

/** What documents charged for these events, less what credit notes gave back, in order of issue. */
export const readCharged = async (
  tx: Tx,
  eventIds: readonly string[],
): Promise<(Charged & { readonly accountId: string })[]> => {
  if (eventIds.length === 0) return []
  const { rows } = await sql<Charged & { accountId: string }>`
    select d.account_id as "accountId", d.id as "documentId", l.event_id as "eventId", (sum(l.net) - coalesce(c.net, 0))::float8 as net,
      (sum(l.vat) - coalesce(c.vat, 0))::float8 as vat
    from documents d join document_lines l on l.document_id = d.id
    left join lateral (
      select sum(cl.net) as net, sum(cl.vat) as vat
      from documents n join document_lines cl on cl.document_id = n.id
      where n.cites = d.id and cl.event_id = l.event_id
    ) c on true
    where d.cites is null and l.event_id = any(${[...eventIds]}::uuid[])
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
