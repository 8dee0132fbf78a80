import { sum } from '@kartis/domain/money.ts'
import { PAYOUT_STATES, type PayoutState } from '@kartis/domain/payout-state.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { type NumberOrName, offsetOf, type PageOf, searchTerms } from '../../../platform/http/listing.ts'
import { SETTLED_END } from './due.ts'
import { hasEventNamed, NUMBER_DIGITS } from './statements-queries.ts'

/** Sums in agorot. */
export interface PayoutRow {
  readonly id: string
  readonly account_id: string
  readonly statement_id: string
  readonly state: PayoutState
  readonly amount: number
  readonly drafted_by: string
  readonly drafted_at: Date
  readonly approved_by: string | null
  readonly approved_at: Date | null
  readonly bank_details_id: string | null
  readonly batch_id: string | null
  readonly exported_at: Date | null
  readonly sent_at: Date | null
  readonly reference: string
  readonly confirmed_at: Date | null
  readonly returned_at: Date | null
  readonly return_reason: string | null
  readonly reissue_of: string | null
}

const COLUMNS = sql`
  p.id, p.account_id, p.statement_id, p.state, p.amount::float8 as amount, p.drafted_by, p.drafted_at, p.approved_by,
  p.approved_at, p.bank_details_id, p.batch_id, p.exported_at, p.sent_at, p.reference, p.confirmed_at, p.returned_at,
  p.return_reason, p.reissue_of`

export interface NewPayout {
  readonly id: string
  readonly accountId: string
  readonly statementId: string
  readonly amount: number
  readonly by: string
  readonly at: Date
  readonly reissueOf?: string
}

/** False when the payout that it is to issue again was issued already. */
export const insertPayout = async (tx: Tx, payout: NewPayout): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payouts')
    .values({
      id: payout.id,
      account_id: payout.accountId,
      statement_id: payout.statementId,
      state: 'draft',
      amount: payout.amount,
      drafted_by: payout.by,
      drafted_at: payout.at,
      reissue_of: payout.reissueOf ?? null,
    })
    .onConflict((conflict) => conflict.column('reissue_of').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Payouts by their ids, locked in order of their ids. */
export const lockPayouts = async (tx: Tx, ids: readonly string[]): Promise<PayoutRow[]> => {
  const { rows } = await sql<PayoutRow>`
    select ${COLUMNS} from payouts p where p.id = any(${[...ids]}::uuid[]) order by p.id for update`.execute(tx)
  return rows
}

/** Who drafted each of these payouts. */
export const readDrafters = async (db: Db, ids: readonly string[]): Promise<Pick<PayoutRow, 'id' | 'drafted_by'>[]> => {
  const { rows } = await sql<Pick<PayoutRow, 'id' | 'drafted_by'>>`
    select p.id, p.drafted_by from payouts p where p.id = any(${[...ids]}::uuid[]) order by p.id`.execute(db)
  return rows
}

/** Payouts in these states, the oldest first; of one account, if given. */
export const readPayoutsIn = async (
  db: Db | Tx,
  states: readonly PayoutState[],
  accountId?: string,
): Promise<PayoutRow[]> => {
  const { rows } = await sql<PayoutRow>`
    select ${COLUMNS} from payouts p
    where p.state = any(${[...states]}::text[]) and (${accountId ?? null}::uuid is null or p.account_id = ${accountId ?? null}::uuid)
    order by p.drafted_at, p.id`.execute(db)
  return rows
}

/** A payout with the number of its statement, and the payout that issued it again. */
export interface ListedPayout extends PayoutRow {
  readonly statement_number: number
  /** The last end of the events that its statement settles; null where it settles none. */
  readonly last_end: Date | null
  readonly reissued_as: string | null
  /** Of the bank file that it is in. */
  readonly file_number: number | null
}

const LISTED = sql`
  select ${COLUMNS}, s.number as statement_number, r.id as reissued_as,
  (select b.number from payout_batches b where b.id = p.batch_id) as file_number, (
    select max(${SETTLED_END}) from settled_events d join events e on e.id = d.event_id
    where d.account_id = p.account_id and d.statement_id = p.statement_id
  ) as last_end
  from payouts p join statements s on s.id = p.statement_id left join payouts r on r.reissue_of = p.id`

interface PayoutsSearch extends PageOf {
  readonly state: PayoutState | undefined
  /** Of the statement with this number or with this reference, or of a statement with lines of an event of this name; with both, either. */
  readonly or?: NumberOrName | undefined
}

const searchOf = ({ or }: PayoutsSearch): RawBuilder<boolean> => {
  const { number, name, whole = 0, isEmpty } = searchTerms(or, NUMBER_DIGITS)
  if (isEmpty) return sql<boolean>`true`
  return sql<boolean>`(
    (${number !== ''} and (p.reference = ${number} or exists (
      select from statements s where s.id = p.statement_id and s.number = ${whole})))
    or (${name !== ''} and ${hasEventNamed(sql`p.statement_id`, name)}))`
}

export interface PayoutTotalRow {
  readonly state: PayoutState
  readonly reissued: boolean
  readonly payouts: number
  /** agorot */
  readonly amount: number
}

/** A page of the payouts of an account, the newest first, how many there are, and their sums by state. */
export const listPayouts = async (
  db: Db,
  accountId: string,
  search: PayoutsSearch,
): Promise<{ rows: ListedPayout[]; total: number; totals: PayoutTotalRow[] }> => {
  const { state = null, ...page } = search
  const found = sql`
    p.account_id = ${accountId} and (${state}::text is null or p.state = ${state}::text) and ${searchOf(search)}`
  const { rows } = await sql<ListedPayout>`
    ${LISTED} where ${found} order by p.drafted_at desc, p.id desc
    limit ${page.per_page} offset ${offsetOf(page)}`.execute(db)
  const { rows: totals } = await sql<PayoutTotalRow>`
    select p.state, r.id is not null as reissued, count(*)::int as payouts, sum(p.amount)::float8 as amount
    from payouts p left join payouts r on r.reissue_of = p.id
    where ${found} group by 1, 2 order by array_position(${[...PAYOUT_STATES]}::text[], p.state), 2`.execute(db)
  return { rows, total: sum(totals.map(({ payouts }) => payouts)), totals }
}

/** Payouts of an account that have not arrived at its bank, by state; returned ones until they are issued again. */
export const openPayoutsOf = async (db: Db, accountId: string): Promise<PayoutTotalRow[]> => {
  const { rows } = await sql<PayoutTotalRow>`
    select p.state, false as reissued, count(*)::int as payouts, sum(p.amount)::float8 as amount
    from payouts p
    where p.account_id = ${accountId} and p.state <> 'confirmed'
      and not exists (select from payouts r where r.reissue_of = p.id)
    group by 1 order by array_position(${[...PAYOUT_STATES]}::text[], p.state)`.execute(db)
  return rows
}

export const readListedPayout = async (db: Db, accountId: string, id: string): Promise<ListedPayout | undefined> => {
  const { rows } = await sql<ListedPayout>`${LISTED} where p.account_id = ${accountId} and p.id = ${id}`.execute(db)
  return rows[0]
}

/** As `readPayoutsIn`, with the numbers of their statements. */
export const readListedPayoutsIn = async (
  db: Db,
  states: readonly PayoutState[],
  accountId?: string,
): Promise<ListedPayout[]> => {
  const ofAccount = accountId === undefined ? sql`true` : sql`p.account_id = ${accountId}::uuid`
  const { rows } = await sql<ListedPayout>`
    ${LISTED} where p.state = any(${[...states]}::text[]) and ${ofAccount} order by p.drafted_at, p.id`.execute(db)
  return rows
}

/** The payouts of statements, by statement; the newest of each. */
export const payoutsOfStatements = async (db: Db, statementIds: readonly string[]): Promise<Map<string, PayoutRow>> => {
  const { rows } = await sql<PayoutRow>`
    select distinct on (p.statement_id) ${COLUMNS} from payouts p
    where p.statement_id = any(${[...statementIds]}::uuid[])
    order by p.statement_id, p.drafted_at desc, p.id desc`.execute(db)
  return new Map(rows.map((row) => [row.statement_id, row]))
}

/** What a step of a payout writes. */
export type PayoutChange = Partial<
  Pick<
    PayoutRow,
    | 'approved_by'
    | 'approved_at'
    | 'bank_details_id'
    | 'batch_id'
    | 'exported_at'
    | 'sent_at'
    | 'reference'
    | 'confirmed_at'
    | 'returned_at'
    | 'return_reason'
  >
>

/** Moves payouts from one state to another; the ids of those that this caller moved. */
export const movePayouts = async (
  tx: Tx,
  ids: readonly string[],
  { from, to }: { readonly from: PayoutState; readonly to: PayoutState },
  change: PayoutChange,
): Promise<string[]> => {
  const rows = await tx
    .updateTable('payouts')
    .set({ ...change, state: to })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('state', '=', from)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
