import type { CardBucket } from '@kartis/domain/card-bucket.ts'
import { type Holder, isBalanced, type JournalKind, type LedgerLine } from '@kartis/domain/ledger.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'

/** A fact to be booked. */
export interface Journal {
  readonly kind: JournalKind
  /** Unique with `kind`. */
  readonly ref: string
  readonly accountId: string
  readonly eventId: string | null
  readonly orderId: string | null
  readonly holder: Holder | null
  readonly bucket: CardBucket | null
  readonly occurredAt: Date
  readonly lines: readonly LedgerLine[]
  /** Of a fee: what it was computed of. */
  readonly basis?: FeeBasis | undefined
}

/** Agorot and basis points; of the fee for free tickets their number and the fee for one, in agorot. */
export interface FeeBasis {
  readonly base: number
  readonly rate: number
}

/** What a journal concerns that belongs to the whole account, and to no event or order. */
export const ofAccount = (
  accountId: string,
): Pick<Journal, 'accountId' | 'eventId' | 'orderId' | 'holder' | 'bucket'> => ({
  accountId,
  eventId: null,
  orderId: null,
  holder: null,
  bucket: null,
})

/** Lines that do not sum to zero are an error of the code that made them. */
class UnbalancedJournal extends Error {
  override name = 'UnbalancedJournal'
}

const factOf = ({ kind, ref }: Pick<Journal, 'kind' | 'ref'>): string => `${kind} ${ref}`

/** Locks the journals of accounts, in order of their ids; the number of the last journal of each. */
export const lockLedgers = async (tx: Tx, accountIds: readonly string[]): Promise<Map<string, number>> => {
  const ids = [...new Set(accountIds)].toSorted()
  await sql`
    insert into ledger_positions (account_id) select unnest(${ids}::uuid[]) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ account_id: string; last_seq: number }>`
    select account_id, last_seq from ledger_positions where account_id = any(${ids}::uuid[])
    order by account_id for update`.execute(tx)
  return new Map(rows.map((row) => [row.account_id, row.last_seq]))
}

const bookedFacts = async (tx: Tx, journals: readonly Journal[]): Promise<Set<string>> => {
  const { rows } = await sql<{ kind: JournalKind; ref: string }>`
    select j.kind, j.ref from unnest(${journals.map(({ kind }) => kind)}::text[], ${journals.map(({ ref }) => ref)}::text[])
      as f (kind, ref)
    join journals j on j.kind = f.kind and j.ref = f.ref`.execute(tx)
  return new Set(rows.map(factOf))
}

/**
 * Books journals, each fact once: one that is booked already is left out. The only writer of the ledger. It locks the
 * ledgers of the accounts until the transaction ends, so that the numbers of an account grow in the order of commits.
 * How many were booked. Throws UnbalancedJournal for lines that do not sum to zero.
 */
export const bookJournals = async (tx: Tx, journals: readonly Journal[], now: Date): Promise<number> => {
  const unbalanced = journals.find(({ lines }) => !isBalanced(lines))
  if (unbalanced) throw new UnbalancedJournal(factOf(unbalanced))
  if (journals.length === 0) return 0
  const last = await lockLedgers(
    tx,
    journals.map(({ accountId }) => accountId),
  )
  const booked = await bookedFacts(tx, journals)
  const numbered: (Journal & { readonly seq: number })[] = []
  for (const journal of journals) {
    if (booked.has(factOf(journal))) continue
    booked.add(factOf(journal))
    const seq = (last.get(journal.accountId) ?? 0) + 1
    last.set(journal.accountId, seq)
    numbered.push({ ...journal, seq })
  }
  if (numbered.length === 0) return 0
  const rows = numbered.map((journal) => ({
    account_id: journal.accountId,
    seq: journal.seq,
    id: newId(),
    kind: journal.kind,
    ref: journal.ref,
    event_id: journal.eventId,
    order_id: journal.orderId,
    holder: journal.holder,
    bucket: journal.bucket,
    occurred_at: journal.occurredAt,
    booked_at: now,
    fee_base: journal.basis?.base ?? null,
    fee_rate: journal.basis?.rate ?? null,
  }))
  const entries = numbered.flatMap(({ accountId, seq, lines }) =>
    lines.map(({ account, amount }, index) => ({
      account_id: accountId,
      seq,
      line: index + 1,
      ledger_account: account,
      amount,
    })),
  )
  await sql`
    with booked as (
      insert into journals select * from jsonb_populate_recordset(null::journals, ${JSON.stringify(rows)}::jsonb)
      returning account_id, seq
    ), entered as (
      insert into ledger_entries
      select * from jsonb_populate_recordset(null::ledger_entries, ${JSON.stringify(entries)}::jsonb)
      returning account_id, seq, ledger_account, amount
    )
    update ledger_positions p set last_seq = b.last_seq, payable = p.payable - b.payable
    from (
      select k.account_id, max(k.seq) as last_seq,
        coalesce(sum(e.amount) filter (where e.ledger_account = 'producer_payable'), 0)::bigint as payable
      from booked k join entered e on e.account_id = k.account_id and e.seq = k.seq group by k.account_id
    ) b
    where p.account_id = b.account_id`.execute(tx)
  return numbered.length
}
