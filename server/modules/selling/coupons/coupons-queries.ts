import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { containing, countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { CouponsTable } from './tables.ts'

export type CouponRow = Selectable<CouponsTable>

const living = (db: Db | Tx, accountId: string) =>
  db.selectFrom('coupons').where('account_id', '=', accountId).where('removed_at', 'is', null)

export interface CouponsAsk extends PageOf {
  readonly eventId?: string | undefined
  readonly code?: string | undefined
  readonly column: 'created_at' | 'code'
  readonly direction: 'asc' | 'desc'
}

export const listCouponRows = async (
  db: Db,
  accountId: string,
  ask: CouponsAsk,
): Promise<{ rows: CouponRow[]; total: number }> => {
  const found = living(db, accountId)
    .$if(ask.eventId !== undefined, (q) => q.where('event_id', '=', ask.eventId ?? ''))
    .$if(ask.code !== undefined, (q) => q.where('code', 'ilike', containing(ask.code ?? '')))
  const rows = await found
    .selectAll()
    .orderBy(ask.column, ask.direction)
    .orderBy('id', ask.direction)
    .limit(ask.per_page)
    .offset(offsetOf(ask))
    .execute()
  const { n } = await found.select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

export const couponRow = (db: Db | Tx, accountId: string, id: string): Promise<CouponRow | undefined> =>
  living(db, accountId).selectAll().where('id', '=', id).executeTakeFirst()

/** Those of an event that are not put away, in the order in which they were made. */
export const couponsOfEvent = (tx: Tx, eventId: string): Promise<CouponRow[]> =>
  tx
    .selectFrom('coupons')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Locks a coupon, so that its uses stand still while a change of it is judged. */
export const lockCouponRow = (tx: Tx, accountId: string, id: string): Promise<CouponRow | undefined> =>
  living(tx, accountId).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** What counted orders became cheaper by, in agorot, by coupon. */
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

/** False when the event has a coupon with this code already. */
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

/** The caller holds its lock. Throws `unique_violation` when another coupon of the event has the code. */
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
