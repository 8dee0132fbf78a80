import { createCoupon, type Coupon } from '@kartis/contract/coupons.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { reserve } from '@kartis/contract/public-orders.ts'
import { sql } from 'kysely'
import { as } from './events.ts'
import type { Producer } from './people.ts'
import type { World } from './world.ts'

/** A coupon of an event, ten percent by default. */
export const couponOf = async (
  world: World,
  owner: Producer,
  event: { readonly uuid: string },
  fields: Partial<BodyIn<typeof createCoupon>> = {},
): Promise<Coupon> => {
  const answer = await world.call(createCoupon, {
    ...as(owner),
    body: { event_uuid: event.uuid, code: 'TEN', value: 10, ...fields },
  })
  if (answer.error) throw new Error(`no coupon: ${answer.text}`)
  return answer.body.data
}

/** Requests a reservation with a coupon. */
export const reserveWithCoupon = (
  world: World,
  eventId: string,
  cart: Readonly<Record<string, number>>,
  coupon: string,
  token?: string,
) =>
  world.call(reserve, {
    ...(token && { token }),
    body: {
      event_uuid: eventId,
      items: Object.entries(cart).map(([events_ticket_uuid, quantity]) => ({ events_ticket_uuid, quantity })),
      coupon,
    },
  })

/** The uses of a coupon beside what they must be, counted from orders. */
export const usesOf = async (world: Pick<World, 'db'>, couponId: string) => {
  const { rows } = await sql<{ held: number; used: number; inHolds: number; inPaid: number }>`
    select c.held, c.used,
      (select count(*)::int from orders o where o.event_id = c.event_id and o.coupon_id = c.id
        and o.status in ('reserved', 'pending_payment')) as "inHolds",
      (select count(*)::int from orders o where o.event_id = c.event_id and o.coupon_id = c.id
        and o.status in ('paid', 'partially_refunded')) as "inPaid"
    from coupons c where c.id = ${couponId}`.execute(world.db)
  const [row] = rows
  if (!row) throw new Error('no such coupon')
  return row
}
