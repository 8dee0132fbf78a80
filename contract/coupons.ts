import { COUPON_KINDS } from '@kartis/domain/coupon.ts'
import { z } from 'zod'
import { byUuid, data, endpoint, instant, listQuery, page, shekels, uuid } from './endpoint.ts'
import { line } from './text.ts'

const tag = 'coupons'

export const couponKind = z.enum(COUPON_KINDS)
export const couponState = z.enum(['active', 'off', 'not_started', 'ended', 'used_up'])

export const coupon = z
  .object({
    uuid,
    event_uuid: uuid,
    /** As the producer spells it; capitals and spaces make no difference. */
    code: z.string(),
    kind: couponKind,
    /** Percent of a `percent`; shekels off the order of an `amount`; the price in shekels of each ticket of a `price`. */
    value: z.number(),
    /** null: every ticket type of the event. */
    events_ticket_uuids: z.array(uuid).nullable(),
    /** Maximum number of discounted tickets in one order. */
    max_tickets: z.int().nullable(),
    /** Maximum number of orders. */
    max_uses: z.int().nullable(),
    starts_at: instant.nullable(),
    ends_at: instant.nullable(),
    active: z.boolean(),
    state: couponState,
    /** Paid orders that used it. */
    used: z.int(),
    /** Unpaid orders that reserve a use. */
    held: z.int(),
    /** Total discount of paid orders, in shekels. */
    sum_total_discount: shekels,
    created_at: instant,
  })
  .meta({ id: 'Coupon' })
export type Coupon = z.infer<typeof coupon>

const fields = {
  code: line(60),
  kind: couponKind,
  value: shekels,
  events_ticket_uuids: z.array(uuid).min(1).max(200).nullable(),
  max_tickets: z.int().nullable(),
  max_uses: z.int().nullable(),
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
  active: z.boolean(),
}

export const listCoupons = endpoint({
  method: 'GET',
  path: '/v1/producer/coupons',
  access: { permission: 'coupon.list', of: 'list' },
  tag,
  summary: 'Coupons of the workspace, or of one event with filter[event_uuid], newest first.',
  query: listQuery({ filter: { event_uuid: uuid.optional() }, sort: ['created_at', 'code'], or: ['code'] }),
  reply: page(coupon),
})

export const createCoupon = endpoint({
  method: 'POST',
  path: '/v1/producer/coupons',
  access: { permission: 'coupon.edit', of: 'body' },
  tag,
  summary: 'Add a coupon to an event.',
  body: z.strictObject({
    event_uuid: uuid,
    code: fields.code,
    kind: fields.kind.default('percent'),
    value: fields.value,
    events_ticket_uuids: fields.events_ticket_uuids.default(null),
    max_tickets: fields.max_tickets.default(null),
    max_uses: fields.max_uses.default(null),
    starts_at: fields.starts_at.default(null),
    ends_at: fields.ends_at.default(null),
    active: fields.active.default(true),
  }),
  reply: data(coupon),
  status: 201,
})

export const showCoupon = endpoint({
  method: 'GET',
  path: '/v1/producer/coupons/:uuid',
  access: { permission: 'coupon.list', of: 'coupon' },
  tag,
  summary: 'One coupon.',
  params: byUuid,
  reply: data(coupon),
})

export const updateCoupon = endpoint({
  method: 'PATCH',
  path: '/v1/producer/coupons/:uuid',
  access: { permission: 'coupon.edit', of: 'coupon' },
  tag,
  summary: 'Change a coupon. Orders that hold or had a use keep their discount.',
  params: byUuid,
  body: z.strictObject(fields).partial(),
  reply: data(coupon),
})

export const deleteCoupon = endpoint({
  method: 'DELETE',
  path: '/v1/producer/coupons/:uuid',
  access: { permission: 'coupon.edit', of: 'coupon' },
  tag,
  summary: 'Archive a coupon; its code can be used again. Orders keep their discount.',
  params: byUuid,
  reply: data(z.object({ done: z.literal(true) })),
})
