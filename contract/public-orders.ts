import { PAYMENT_OFFER } from '@kartis/domain/limits.ts'
import { PAYMENT_STATES } from '@kartis/domain/payment-state.ts'
import { z } from 'zod'
import { language } from './auth.ts'
import { attachment, UPLOAD_REFUSALS } from './attachments.ts'
import { detailRefusals, details } from './buyer-details.ts'
import { byUuid, data, endpoint, instant, numberText, shekels, uuid } from './endpoint.ts'
import { installments, orderItem, orderStatus, wallet } from './orders.ts'
import { seatChoice } from './seat-choice.ts'
import { buyerTicket, ticketSeat } from './tickets.ts'
import { line } from './text.ts'

const tag = 'buying'

/** The event of an order, as buyers see it. */
export const orderEvent = z.object({
  uuid,
  slug: z.string(),
  name: z.string(),
  starts_at: instant,
  ends_at: instant,
  timezone: z.string(),
  address_description: z.string(),
  address_street: z.string(),
  address_street_number: z.string(),
  address_city: z.string(),
  banner: z.string().nullable(),
  colors: z.array(z.string()).nullable(),
  /** It does not take place: what was paid is refunded. */
  cancelled: z.boolean(),
})

/** An order as its buyer sees it. Tickets come along once it is paid. */
export const buyerOrder = z
  .object({
    uuid,
    number: z.string(),
    status: orderStatus,
    status_label: z.string(),
    expires_at: instant.nullable(),
    total_amount: shekels,
    /** Code of the coupon; null without one. */
    coupon: z.string().nullable(),
    discount_amount: shekels,
    refunded_amount: shekels,
    /** The part of `refunded_amount` that the gateway refused: it waits for a bank transfer to the buyer. */
    waiting_amount: shekels,
    /** Whether the phone must be verified by a code or a sign-in before it is accepted. */
    phone_must_be_verified: z.boolean(),
    /** Whether mobile numbers of other countries are accepted for an order of this sum; else Israeli ones alone. */
    foreign_phones: z.boolean(),
    items: z.array(orderItem),
    buyer: z.object({ name: z.string().nullable(), phone: z.string().nullable(), email: z.string().nullable() }),
    /** Whether consent to marketing was given with this order and not withdrawn with it. */
    marketing_consent: z.boolean(),
    answers: z.array(z.object({ field_uuid: uuid, ticket_no: z.int(), value: z.unknown() })),
    event: orderEvent,
    /** The start under which it was bought, where the event was postponed since; else null. */
    moved_from: instant.nullable(),
    /** How it may be paid on the gateway’s page besides one payment by card; null once nothing is to be paid, and while no payment can be made. */
    payment_ways: z.object({ max_installments: z.int().min(1), bit: z.boolean() }).nullable(),
    /** The paid attempt to pay, else the newest. `decline_reason` is set when it was declined: nothing was charged. */
    payment: z
      .object({
        uuid,
        url: z.string().nullable(),
        status: z.enum(PAYMENT_STATES),
        decline_reason: z.string().nullable(),
        last4: z.string().nullable(),
        wallet,
        installments,
      })
      .nullable(),
    /** The newest charge of an earlier sum that is refunded, while the order waits for its own sum; else null. */
    returned_payment: z.object({ uuid, amount: shekels }).nullable(),
    cancellation: z.object({
      /** The last day on which the buyer may cancel; null where there is none. */
      last_day: z.iso.date().nullable(),
      allowed_now: z.boolean(),
      /**
       * Why not, for a paid order: `late` after the last day, `never` when the order was made after it, `redeemed` when a
       * ticket was scanned at the entrance, `transferred` when other people hold all of them. Null when it may be cancelled, and for orders that hold no ticket.
       */
      reason: z.enum(['late', 'never', 'redeemed', 'transferred']).nullable(),
      /** What may at most be retained now: 0 after the event was moved. */
      fee_left: shekels,
      /** What would be retained if all remaining tickets were cancelled now. */
      fee: shekels,
      /** Refund in shekels if all remaining tickets were cancelled now. */
      refund: shekels,
      requested_at: instant.nullable(),
    }),
    created_at: instant,
    paid_at: instant.nullable(),
    tickets: z.array(buyerTicket),
    tickets_url: z.string().nullable(),
    /** The seats that the buyer had chosen, where a late payment got equal ones instead (`accepts_equal_seats`). */
    replaced_seats: z.array(ticketSeat).optional(),
  })
  .meta({ id: 'BuyerOrder' })
export type BuyerOrder = z.infer<typeof buyerOrder>

const couponCode = line(60)

/** Why a coupon cannot be used. */
const couponRefusals = [
  'coupon_unknown',
  'coupon_not_started',
  'coupon_ended',
  'coupon_used_up',
  'coupon_other_tickets',
] as const

const cartItem = z.strictObject({
  events_ticket_uuid: uuid,
  quantity: z.int().min(1).max(1000),
  ...seatChoice,
})

export const reserve = endpoint({
  method: 'POST',
  path: '/v1/public/orders',
  access: 'public',
  tag,
  summary:
    'Reserve tickets for ten minutes (`expires_at`), which a payment that starts lengthens to at most twenty in all. All or nothing; `token` in the reply is the buyer’s key to the order. `sold_out` names in `detail.left` how many of each type are left, or, where the event has `hide_remaining`, the types that lack tickets alone. `phone_unverified`: sign in by phone first; this event requires it, or too many tickets are held from this network without a sign-in.',
  body: z.strictObject({
    event_uuid: uuid,
    items: z.array(cartItem).min(1).max(50),
    coupon: couponCode.nullable().optional(),
  }),
  reply: data(
    z.object({
      uuid,
      number: z.string(),
      token: z.string(),
      status: z.literal('reserved'),
      expires_at: instant,
      /** After the discount. */
      total_amount: shekels,
      items: z.array(orderItem),
      coupon: z.string().optional(),
      discount_amount: shekels.optional(),
    }),
  ),
  status: 201,
  refusals: [
    'not_found',
    'sold_out',
    'sale_not_started',
    'sale_ended',
    'event_not_on_sale',
    'purchase_limit',
    ...couponRefusals,
    'seat_taken',
    'orphan_seat',
    'seats_required',
    'phone_unverified',
    'waiting_room',
  ],
})
export type Reservation = z.infer<typeof reserve.reply>['data']

export const changeTickets = endpoint({
  method: 'PUT',
  path: '/v1/public/orders/:uuid/seats',
  access: 'order-token',
  tag,
  summary:
    'Other tickets or seats for a reserved order, or another number of them: gives back and takes at once. `coupon` takes the place of the order’s coupon, `null` removes it. What was held stays held when it is refused; refused once the payment has begun.',
  params: byUuid,
  body: z.strictObject({ items: z.array(cartItem).min(1).max(50), coupon: couponCode.nullable().optional() }),
  reply: data(buyerOrder),
  refusals: [
    'order_state',
    'hold_expired',
    'sold_out',
    'sale_not_started',
    'sale_ended',
    'event_not_on_sale',
    'purchase_limit',
    'seat_taken',
    'orphan_seat',
    'seats_required',
    'phone_unverified',
    ...couponRefusals,
  ],
})

export const quoteCart = endpoint({
  method: 'POST',
  path: '/v1/public/events/:uuid/quote',
  access: 'public',
  tag,
  summary: 'What a cart costs with a coupon now. Nothing is held, and no use of the coupon is taken.',
  params: byUuid,
  body: z.strictObject({
    items: z
      .array(z.strictObject({ events_ticket_uuid: uuid, quantity: z.int().min(1).max(1000) }))
      .min(1)
      .max(50),
    coupon: couponCode,
  }),
  reply: data(
    z.object({
      /** After the discount. */
      total_amount: shekels,
      discount_amount: shekels,
      /** As the producer spells it. */
      coupon: z.string(),
      items: z.array(orderItem),
    }),
  ),
  refusals: couponRefusals,
})

export const changeOrderCoupon = endpoint({
  method: 'POST',
  path: '/v1/public/orders/:uuid/coupon',
  access: 'order-token',
  tag,
  summary:
    'Use a coupon for an open order, another one, or none (`null`). Another sum closes an attempt to pay; refused once the order is paid.',
  params: byUuid,
  body: z.strictObject({ coupon: couponCode.nullable() }),
  reply: data(buyerOrder),
  refusals: ['order_state', 'hold_expired', ...couponRefusals],
})

export const updateOrder = endpoint({
  method: 'PATCH',
  path: '/v1/public/orders/:uuid',
  access: 'order-token',
  tag,
  summary: 'The buyer’s details and answers to the event’s questions.',
  params: byUuid,
  body: details,
  reply: data(buyerOrder),
  refusals: detailRefusals,
})

export const addOrderFile = endpoint({
  method: 'POST',
  path: '/v1/public/orders/:uuid/attachments',
  access: 'order-token',
  tag,
  summary:
    'A file that answers a question: multipart fields `file` (PDF, JPG, PNG or HEIC), `field_uuid`, and `ticket_no` where it is asked for each ticket. Its uuid is the answer.',
  params: byUuid,
  requestType: 'multipart',
  fields: z.object({ field_uuid: uuid, ticket_no: z.string().optional() }),
  reply: data(attachment),
  status: 201,
  refusals: ['order_state', 'hold_expired', ...UPLOAD_REFUSALS],
})

export const pay = endpoint({
  method: 'POST',
  path: '/v1/public/orders/:uuid/payment',
  access: 'order-token',
  tag,
  summary:
    'Free order: paid at once. Else the gateway’s page for an iframe. `details` are saved first, as `PATCH /v1/public/orders/:uuid` does; when they are refused, nothing is started. The order is then held for ten more minutes at least, and for twenty in all at most, however often a payment starts.',
  params: byUuid,
  body: z
    .strictObject({
      lang: language.optional(),
      details: details.optional(),
      accepts_equal_seats: z.boolean().optional().meta({
        description:
          'Whether the buyer agrees to equal seats together, if others have taken theirs by the time a late payment arrives. Without it such a payment is refunded.',
      }),
      installments: z.int().min(1).max(PAYMENT_OFFER.maxInstallments).optional().meta({
        description:
          'At most so many, and no more than `payment_ways.max_installments` of the order: more are refused. Where the open page offers another number, a new page takes its place; without it the open page is returned.',
      }),
    })
    .optional(),
  reply: data(
    z.object({
      uuid,
      status: orderStatus,
      expires_at: instant.nullable(),
      total_amount: shekels,
      payment: z.object({ uuid, url: z.string() }).nullable(),
      /** With its tickets, where nothing is left to pay; else null. */
      order: buyerOrder.nullable(),
    }),
  ),
  refusals: [...detailRefusals, 'details_missing', 'event_cancelled', 'payment_unavailable'],
})

export const showBuyerOrder = endpoint({
  method: 'GET',
  path: '/v1/public/orders/:uuid',
  access: 'order-token',
  tag,
  summary: 'The order, its state, and once paid its tickets.',
  params: byUuid,
  query: z.strictObject({
    awaited: z.enum(['true']).optional().meta({
      description:
        'The buyer has come back from the gateway and waits: a payment without an outcome is looked up at the gateway, at most every 15 seconds.',
    }),
    wait: numberText(z.int().min(1).max(20)).optional().meta({
      description:
        'Seconds that the reply may wait while a payment is under way: it comes as soon as the payment has an outcome.',
    }),
  }),
  reply: data(buyerOrder),
})

export const releaseOrder = endpoint({
  method: 'DELETE',
  path: '/v1/public/orders/:uuid',
  access: 'order-token',
  tag,
  summary: 'Cancel the reservation and release its tickets.',
  params: byUuid,
  reply: data(z.object({ uuid, status: orderStatus })),
  refusals: ['order_state'],
})

export const ticketsPdf = endpoint({
  method: 'GET',
  path: '/v1/public/orders/:uuid/tickets.pdf',
  access: 'order-token',
  tag,
  summary: 'All tickets of the order in one PDF (`?token=` works as the header does).',
  params: byUuid,
  query: z.strictObject({ token: z.string().optional(), lang: language.optional() }),
  replyType: 'pdf',
  reply: z.unknown(),
  refusals: ['order_state'],
})

export const orderCalendar = endpoint({
  method: 'GET',
  path: '/v1/public/orders/:uuid/calendar.ics',
  access: 'order-token',
  tag,
  summary: 'The event of the order as a calendar file (`?token=` works as the header does).',
  params: byUuid,
  query: z.strictObject({ token: z.string().optional(), lang: language.optional() }),
  replyType: 'ics',
  reply: z.string(),
  refusals: ['order_state'],
})
