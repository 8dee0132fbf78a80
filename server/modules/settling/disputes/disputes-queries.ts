import { DISPUTE_STATES, type DisputeState, isOpenDispute } from '@kartis/domain/dispute.ts'
import type { Named } from '@kartis/domain/person-name.ts'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { personOf } from '../../../platform/database/person-of.ts'
import { containing, type NumberOrName, searchTerms } from '../../../platform/http/listing.ts'
import type { DisputesTable } from './tables.ts'

/** Sums in agorot. */
export interface DisputeRow {
  readonly id: string
  readonly account_id: string
  readonly event_id: string
  readonly order_id: string
  readonly payment_id: string
  readonly reference: string
  readonly reason: string
  readonly amount: number
  readonly held: boolean
  readonly status: DisputeState
  readonly notified_at: Date
  /** `YYYY-MM-DD` */
  readonly deadline: string
  readonly reminded_at: Date | null
  readonly sent_at: Date | null
  readonly decided_at: Date | null
  readonly note: string | null
  readonly changed_at: Date
}

const COLUMNS = sql`
  d.id, d.account_id, d.event_id, d.order_id, d.payment_id, d.reference, d.reason, d.amount::float8 as amount, d.held, d.status,
  d.notified_at, d.deadline::text as deadline, d.reminded_at, d.sent_at, d.decided_at, d.note, d.changed_at`

/** Whether a dispute of the charge has this reference, whatever became of it. */
export const isNoted = async (tx: Tx, paymentId: string, reference: string): Promise<boolean> =>
  (await tx
    .selectFrom('disputes')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('reference', '=', reference)
    .executeTakeFirst()) !== undefined

/** False when the charge is disputed already, or was under this reference. */
export const insertDispute = async (tx: Tx, dispute: Insertable<DisputesTable>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const readDispute = async (db: Db | Tx, id: string): Promise<DisputeRow | undefined> => {
  const { rows } = await sql<DisputeRow>`select ${COLUMNS} from disputes d where d.id = ${id}`.execute(db)
  return rows[0]
}

export const lockDispute = async (tx: Tx, id: string): Promise<DisputeRow | undefined> => {
  const { rows } = await sql<DisputeRow>`select ${COLUMNS} from disputes d where d.id = ${id} for update`.execute(tx)
  return rows[0]
}

/** What a step of a dispute writes. */
export type DisputeChange = Partial<
  Pick<Insertable<DisputesTable>, 'deadline' | 'reminded_at' | 'sent_at' | 'decided_at' | 'note'>
> &
  Pick<Insertable<DisputesTable>, 'changed_at' | 'changed_by'>

/** The caller has locked the dispute. */
export const writeDispute = async (tx: Tx, id: string, to: DisputeState, change: DisputeChange): Promise<void> => {
  await tx
    .updateTable('disputes')
    .set({ ...change, status: to })
    .where('id', '=', id)
    .execute()
}

export interface NearDispute extends DisputeRow {
  /** Managers were not told of this deadline yet. */
  readonly unreminded: boolean
}

/** Marks every dispute whose evidence is due up to a day, each once. */
export const markNear = async (tx: Tx, until: string, now: Date): Promise<NearDispute[]> => {
  const { rows } = await sql<NearDispute>`
    with near as (
      select id, reminded_at is null as unreminded from disputes
      where status in ('notified', 'evidence_due') and deadline <= ${until}::date
        and (status = 'notified' or reminded_at is null)
      order by id for update
    )
    update disputes d
    set status = 'evidence_due', reminded_at = coalesce(d.reminded_at, ${now}), changed_at = ${now}, changed_by = null
    from near where d.id = near.id
    returning ${COLUMNS}, near.unreminded`.execute(tx)
  return rows
}

/** The charge of a dispute as the ledger and the gateway know it. */
export interface DisputedCharge {
  readonly id: string
  readonly order_number: string
  readonly event_name: string
  /** agorot */
  readonly amount: number
  /** What earlier disputes have taken, in agorot. */
  readonly taken: number
}

export const readCharge = async (tx: Tx, eventId: string, paymentId: string): Promise<DisputedCharge | undefined> => {
  const { rows } = await sql<DisputedCharge>`
    select p.id, o.number::text as order_number, v.name as event_name, p.amount, coalesce((
      select sum(amount) from disputes where payment_id = p.id and status in ('lost', 'accepted')
    ), 0)::float8 as taken
    from payments p join orders o on o.event_id = p.event_id and o.id = p.order_id join events v on v.id = p.event_id
    where p.event_id = ${eventId} and p.id = ${paymentId} and p.status = 'paid'`.execute(tx)
  return rows[0]
}

/** A charge by which a notice of an acquirer may name it. */
export interface NamedCharge {
  readonly id: string
  readonly last4: string | null
  /** agorot */
  readonly amount: number
  readonly refunded: number
  readonly paid_at: Date | null
  readonly installments: number
}

/** The card charges of orders with this number: of one account, or of all for the operator. */
export const readChargesOfOrder = async (db: Db, number: number, accountId?: string): Promise<NamedCharge[]> => {
  const inAccount = accountId === undefined ? sql`true` : sql`o.account_id = ${accountId}`
  const { rows } = await sql<NamedCharge>`
    select p.id, p.last4, p.amount, p.refunded, p.paid_at, p.installments
    from orders o join payments p on p.event_id = o.event_id and p.order_id = o.id
    where o.number = ${number} and ${inAccount} and p.status = 'paid' and p.method <> 'cash'
    order by p.created_at, p.id`.execute(db)
  return rows
}

/** A dispute with what people know its charge by. */
export interface ShownDispute extends DisputeRow {
  readonly order_number: string | null
  readonly event_name: string | null
  readonly buyer_name: string | null
  readonly charged: number | null
  readonly refunded: number | null
  readonly last4: string | null
  readonly brand_code: string | null
  readonly wallet: string | null
  readonly paid_at: Date | null
  /** The id of a user, or the name that the operator gave. */
  readonly changed_by: string | null
  readonly changer: Named
}

const SHOWN = sql`
  select ${COLUMNS}, o.number::text as order_number, o.buyer_name, v.name as event_name, p.amount as charged, p.refunded, p.last4,
    p.brand_code, p.wallet, p.paid_at, d.changed_by, ${personOf('u')} as changer`
const JOINED = sql`
  left join payments p on p.event_id = d.event_id and p.id = d.payment_id
  left join orders o on o.event_id = d.event_id and o.id = d.order_id
  left join events v on v.id = d.event_id
  left join users u on u.id::text = d.changed_by`

export interface DisputeSearch {
  readonly accountId?: string | undefined
  readonly states: readonly DisputeState[]
  /** Of an order with this number, under this reference, or of an event with this in its name; with several, any. */
  readonly or?: NumberOrName | undefined
  readonly limit: number
  readonly offset: number
}

const MAX_DIGITS = 15

const searchOf = ({ or }: DisputeSearch): RawBuilder<unknown> => {
  const { number, name, whole, isEmpty } = searchTerms(or, MAX_DIGITS)
  if (isEmpty) return sql`true`
  return sql`(
    (${whole !== undefined} and o.number = ${whole ?? 0}) or (${number !== ''} and d.reference = ${number})
    or (${name !== ''} and v.name ilike ${containing(name)}))`
}

/** Disputes: first those that wait for evidence, then those that wait for a decision, by their deadline, then the newest; and how many there are. */
export const listDisputes = async (
  db: Db | Tx,
  search: DisputeSearch,
): Promise<{ rows: ShownDispute[]; total: number }> => {
  const open = DISPUTE_STATES.filter(isOpenDispute)
  const found = sql`
    from disputes d ${JOINED}
    where (${search.accountId ?? null}::uuid is null or d.account_id = ${search.accountId ?? null}::uuid)
      and d.status = any(${[...search.states]}::text[]) and ${searchOf(search)}`
  const { rows } = await sql<ShownDispute>`
    ${SHOWN} ${found}
    order by case when d.status = 'sent' then 1 when d.status = any(${open}::text[]) then 0 else 2 end,
      case when d.status = any(${open}::text[]) then d.deadline end, d.notified_at desc, d.id
    limit ${search.limit} offset ${search.offset}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*)::int as n ${found}`.execute(db)
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

export const readShownDispute = async (
  db: Db | Tx,
  accountId: string,
  id: string,
): Promise<ShownDispute | undefined> => {
  const { rows } = await sql<ShownDispute>`
    ${SHOWN} from disputes d ${JOINED} where d.account_id = ${accountId} and d.id = ${id}`.execute(db)
  return rows[0]
}
