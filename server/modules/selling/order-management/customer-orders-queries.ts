import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { OrderKey } from '../orders/index.ts'
import { EVER_SOLD } from './order-conditions-queries.ts'

export interface Customer {
  readonly id: string
  /** E.164; verified by signing in with it. */
  readonly phone: string
}

/**
 * Orders of a signed-in user: bought with the user's phone, or made while signed in. An unpaid cart is shown only to the
 * user who made it, and only while its hold is open: anybody can type another person's number before paying.
 */
const own = (db: Db, { id, phone }: Customer, now: Date) =>
  db
    .selectFrom('orders as o')
    .where((is) => is.or([is('o.user_id', '=', id), is('o.buyer_phone', '=', phone)]))
    .where(
      sql<boolean>`(${EVER_SOLD}
        or (o.user_id = ${id} and o.status in ('reserved', 'pending_payment') and o.expires_at > ${now}))`,
    )

export const listOwnOrderKeys = async (
  db: Db,
  customer: Customer,
  query: PageOf & { readonly direction: 'asc' | 'desc' },
  now: Date,
): Promise<{ keys: OrderKey[]; total: number }> => {
  const keys = await own(db, customer, now)
    .select(['o.event_id as eventId', 'o.id as orderId'])
    .orderBy('o.created_at', query.direction)
    .orderBy('o.id', query.direction)
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { n } = await own(db, customer, now).select(countAll.as('n')).executeTakeFirstOrThrow()
  return { keys, total: Number(n) }
}

export const readOwnOrderKey = (db: Db, customer: Customer, id: string, now: Date): Promise<OrderKey | undefined> =>
  own(db, customer, now).select(['o.event_id as eventId', 'o.id as orderId']).where('o.id', '=', id).executeTakeFirst()

/** How often each order's link was replaced, by the order's id. */
export const readLinkGenerations = async (db: Db, keys: readonly OrderKey[]): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'link_turn'])
    .where('event_id', '=', sql<string>`any(${keys.map(({ eventId }) => eventId)}::uuid[])`)
    .where('id', '=', sql<string>`any(${keys.map(({ orderId }) => orderId)}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.link_turn]))
}
