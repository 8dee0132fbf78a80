import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { containing, countAll, ofEvents, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { CouponsTable } from './tables.ts'

export type CouponRow = Selectable<CouponsTable>

const existing = (db: Db | Tx, accountId: string) =>
  db.selectFrom('coupons').where('account_id', '=', accountId).where('removed_at', 'is', null)

export interface CouponListQuery extends PageOf {
  /** The events that the caller may see; null: all. */
  readonly events: readonly string[] | null
  readonly eventId?: string | undefined
  readonly code?: string | undefined
  readonly column: 'created_at' | 'code'
  readonly direction: 'asc' | 'desc'
}

export const listCouponRows = async (
  db: Db,
  accountId: string,
  query: CouponListQuery,
): Promise<{ rows: CouponRow[]; total: number }> => {
  const found = existing(db, accountId)
    .where(ofEvents('event_id', query.events))
    .$if(query.eventId !== undefined, (q) => q.where('event_id', '=', query.eventId ?? ''))
    .$if(query.code !== undefined, (q) => q.where('code', 'ilike', containing(query.code ?? '')))
  const rows = await found
    .selectAll()
    .orderBy(query.column, query.direction)
    .orderBy('id', query.direction)
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { n } = await found.select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

export const couponRow = (db: Db | Tx, accountId: string, id: string): Promise<CouponRow | undefined> =>
  existing(db, accountId).selectAll().where('id', '=', id).executeTakeFirst()

/** The coupons of an event that are not deleted, by age. */
export const couponsOfEvent = (tx: Tx, eventId: string): Promise<CouponRow[]> =>
  tx
    .selectFrom('coupons')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Locks a coupon, so that its uses do not move while a change of it is validated. */
export const lockCouponRow = (tx: Tx, accountId: string, id: string): Promise<CouponRow | undefined> =>
  existing(tx, accountId).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Discounts of paid orders in agorot, by coupon id. */
export const discountsOfCoupons = async (db: Db, rows: readonly CouponRow[]): Promise<Map<string, number>> => {
  if (rows.length === 0) return new Map()
  const { rows: sums } = await sql<{ coupon_id: string; discount: number }>`
    select coupon_id, sum(discount)::float8 as discount from orders
    where event_id = any(${[...new Set(rows.map((row) => row.event_id))]}::uuid[])
      and coupon_id = any(${rows.map(({ id }) => id)}::uuid[]) and status in ('paid', 'partially_refunded')
    group by coupon_id`.execute(db)
  return new Map(sums.map((row) => [row.coupon_id, row.discount]))
}

export type CouponColumns = Pick<
  CouponRow,
  | 'code'
  | 'code_key'
  | 'kind'
  | 'value'
  | 'ticket_type_ids'
  | 'max_tickets'
  | 'max_uses'
  | 'starts_at'
  | 'ends_at'
  | 'active'
>

/** False when the event already has a coupon with this code. */
export const insertCoupon = async (
  tx: Tx,
  row: CouponColumns & Pick<CouponRow, 'event_id' | 'id' | 'account_id' | 'created_by' | 'created_at' | 'updated_at'>,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('coupons')
    .values(row)
    .onConflict((conflict) => conflict.columns(['event_id', 'code_key']).where('removed_at', 'is', null).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The caller holds the coupon's lock. Throws a unique violation when another coupon of the event has the code. */
export const updateCouponRow = async (
  tx: Tx,
  { event_id, id }: Pick<CouponRow, 'event_id' | 'id'>,
  change: Partial<CouponColumns & Pick<CouponRow, 'removed_at'>>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('coupons')
    .set({ ...change, updated_at: now })
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .execute()
}
