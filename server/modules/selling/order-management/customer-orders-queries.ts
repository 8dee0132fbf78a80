import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { OrderKey } from '../orders/index.ts'

export interface Customer {
  readonly id: string
  /** E.164; proved by signing in with it. */
  readonly phone: string
}

/**
 * Orders that belong to a signed-in phone: bought with its number, or made while signed in. A cart is shown only to
 * the person who made it, and only while it lives: anybody may type a stranger's number before paying.
 */
const own = (db: Db, { id, phone }: Customer, now: Date) =>
  db
    .selectFrom('orders as o')
    .where((is) => is.or([is('o.user_id', '=', id), is('o.buyer_phone', '=', phone)]))
    .where(
      sql<boolean>`(o.paid_at is not null or o.status = 'refunded'
        or (o.user_id = ${id} and o.status in ('reserved', 'pending_payment') and o.expires_at > ${now}))`,
    )

export const listOwnOrderKeys = async (
  db: Db,
  customer: Customer,
  ask: PageOf & { readonly direction: 'asc' | 'desc' },
  now: Date,
): Promise<{ keys: OrderKey[]; total: number }> => {
  const keys = await own(db, customer, now)
    .select(['o.event_id as eventId', 'o.id as orderId'])
    .orderBy('o.created_at', ask.direction)
    .orderBy('o.id', ask.direction)
    .limit(ask.per_page)
    .offset(offsetOf(ask))
    .execute()
  const { n } = await own(db, customer, now).select(countAll.as('n')).executeTakeFirstOrThrow()
  return { keys, total: Number(n) }
}

export const readOwnOrderKey = (db: Db, customer: Customer, id: string, now: Date): Promise<OrderKey | undefined> =>
  own(db, customer, now).select(['o.event_id as eventId', 'o.id as orderId']).where('o.id', '=', id).executeTakeFirst()

/** The turn of each order's link, by the order's id. */
export const readLinkTurns = async (db: Db, keys: readonly OrderKey[]): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'link_turn'])
    .where('event_id', '=', sql<string>`any(${keys.map(({ eventId }) => eventId)}::uuid[])`)
    .where('id', '=', sql<string>`any(${keys.map(({ orderId }) => orderId)}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.link_turn]))
}
