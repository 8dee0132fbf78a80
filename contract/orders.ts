import { ORDER_STATES } from '@kartis/domain/order.ts'
import { FREED_SEATS } from '@kartis/domain/seats.ts'
import { z } from 'zod'
import { attachment } from './attachments.ts'
import {
  byUuid,
  data,
  endpoint,
  instant,
  listQuery,
  page,
  shekels,
  showQuery,
  statusCasesAt,
  uuid,
} from './endpoint.ts'
import { producerTicket } from './tickets.ts'
import { line, paragraph } from './text.ts'

const tag = 'orders'

export const orderStatus = z.enum(ORDER_STATES)

export const orderItem = z
  .object({
    events_ticket_uuid: uuid,
    name: z.string(),
    quantity: z.int(),
    price: shekels,
    /** Price of the whole line, in shekels. */
    total: shekels,
    /** Coupon discount of the line, in shekels. */
    discount: shekels.optional(),
    /** The seats of the line, where its places are numbered. */
    seat_uuids: z.array(uuid).optional(),
  })
  .meta({ id: 'OrderItem' })

/** `bit`: paid with Bit in place of a card, and refunded to it. */
export const wallet = z.enum(['bit']).nullable()
export const installments = z.int().min(1)

export const orderPayment = z
  .object({
    uuid,
    provider: z.string(),
    method: z.enum(['card', 'cash', 'terminal']),
    status: z.string(),
    amount: shekels,
    refunded: shekels,
    /** What the cardholder disputes of it, and what the acquirer has taken after a dispute: it is not refunded as well. */
    disputed: shekels,
    last4: z.string().nullable(),
    /** The phone wallet that paid in place of a card. */
    wallet,
    /** Number of charges that the buyer chose; 1 for one payment. */
    installments,
    bucket: z.enum(['regular', 'special', 'tourist']).nullable(),
    approval_code: z.string().nullable(),
    decline_reason: z.string().nullable(),
    created_at: instant,
    paid_at: instant.nullable(),
  })
  .meta({ id: 'Payment' })

export const answer = z
  .object({
    question: z.string(),
    type: z.string(),
    ticket_no: z.int(),
    value: z.unknown(),
    /** An uploaded answer to a question of type `file`; its URL is valid for an hour. */
    file: attachment.nullable(),
  })
  .meta({ id: 'Answer' })

/** An order as its producer sees it. */
export const order = z
  .object({
    uuid,
    number: z.string(),
    event_uuid: uuid,
    event_name: z.string(),
    status: orderStatus,
    status_label: z.string(),
    channel: z.enum(['online', 'invitation', 'cashier']),
    total_amount: shekels,
    coupon: z.string().nullable(),
    discount_amount: shekels,
    refunded_amount: shekels,
    /** The part of `refunded_amount` that the gateway refused: it waits for a bank transfer to the buyer. */
    waiting_amount: shekels,
    /** Cancellation fees that were retained of it. */
    cancellation_fee: shekels,
    /** The most that may still be retained when tickets are cancelled; 0 after the event was moved. */
    cancellation_fee_left: shekels,
    tickets_count: z.int(),
    buyer: z.object({ name: z.string().nullable(), phone: z.string().nullable(), email: z.string().nullable() }),
    created_at: instant,
    paid_at: instant.nullable(),
    /** When the buyer asked to cancel without signing in; null once somebody has acted on it. What was said is in the history. */
    cancellation_requested_at: instant.nullable(),
    items: z.array(orderItem),
    can: z.object({ cancel: z.boolean(), refund: z.boolean(), resend: z.boolean(), edit: z.boolean() }),
    user: z
      .object({
        uuid: uuid.nullable(),
        name: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        email: z.string().nullable(),
        phone: z.object({ phone_number: z.string(), phone_national: z.string() }).nullable().optional(),
      })
      .nullable()
      .optional(),
    tickets: z.array(producerTicket).optional(),
    payments: z.array(orderPayment).optional(),
    answers: z.array(answer).optional(),
    history: z
      .array(
        z.object({
          kind: z.string(),
          detail: z.record(z.string(), z.unknown()),
          by: z.string().nullable(),
          at: instant,
        }),
      )
      .optional(),
    messages: z
      .array(z.object({ channel: z.string(), to: z.string(), template: z.string(), status: z.string(), at: instant }))
      .optional(),
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof order>

const relations = ['user', 'user.phone', 'tickets', 'payments', 'answers', 'history', 'messages'] as const

const ordersQuery = listQuery({
  with: relations,
  with_count: ['tickets'],
  sort: ['created_at', 'number', 'total_amount'],
  filter: {
    event_uuid: uuid.optional(),
    status: orderStatus.optional(),
    /** Orders with a line of this ticket type. */
    events_ticket_uuid: uuid.optional(),
    channel: z.enum(['online', 'invitation', 'cashier']).optional(),
    /** Orders with an open request to cancel. */
    cancellation_requested: z.stringbool().optional(),
    created_from: instant.optional(),
    created_to: instant.optional(),
  },
  or: [
    'number',
    'user.first_name',
    'user.last_name',
    'user.phone',
    'user.phone.phone_number',
    'first_name',
    'last_name',
    'phone',
    'phone_number',
    'name',
    'email',
    /** Section, row and number of a seat of its tickets, in any order. */
    'seat',
  ],
})

export const listOrders = endpoint({
  method: 'GET',
  path: '/v1/producer/orders',
  access: { permission: 'order.list', of: 'list' },
  tag,
  summary:
    'Orders of the workspace; of one event with filter[event_uuid]. Without a status filter: those that were paid or issued.',
  query: ordersQuery,
  reply: page(order),
})

export const exportOrders = endpoint({
  method: 'GET',
  path: '/v1/producer/orders/export',
  access: { permission: 'order.export', of: 'list' },
  tag,
  summary: 'The same list as an .xlsx: a right-to-left sheet with real numbers and dates.',
  query: ordersQuery,
  replyType: 'xlsx',
  reply: z.unknown(),
})

export const orderStatusCases = statusCasesAt('/v1/producer/orders/status_cases', tag, [
  '/v1/public/orders/status_cases',
  '/v1/customer/orders/status_cases',
])

export const showOrder = endpoint({
  method: 'GET',
  path: '/v1/producer/orders/:uuid',
  access: { permission: 'order.list', of: 'order' },
  tag,
  summary: 'One order.',
  params: byUuid,
  query: showQuery({ with: relations, with_count: ['tickets'] }),
  reply: data(order),
})

export const updateOrder = endpoint({
  method: 'PATCH',
  path: '/v1/producer/orders/:uuid',
  access: { permission: 'order.edit', of: 'order' },
  tag,
  summary:
    'Correct who an order is for. Another phone or e-mail ends the old link to the tickets; `resend` sends the new one.',
  params: byUuid,
  body: z
    .strictObject({
      name: line(120),
      phone: line(32),
      email: line(254).nullable(),
      resend: z.boolean(),
    })
    .partial(),
  reply: data(order),
  refusals: ['order_state'],
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/v1/producer/orders/:uuid/cancel',
  access: { permission: 'order.cancel', of: 'order' },
  tag,
  summary:
    'Cancel an order or some of its tickets, with or without a refund to the same card, whole or less the lawful fee. Stock comes back. `entered`: with how many of the tickets somebody had entered as the caller read it; where it is more by now, it is refused with `order_state` (`reason: entered_meanwhile`, `redeemed`: how many).',
  params: byUuid,
  body: z.strictObject({
    ticket_uuids: z.array(uuid).min(1).max(200).optional(),
    refund: z.boolean(),
    /**
     * `keep`: the buyer asked for the cancellation, and the refund is less the lawful fee: 5% of what is cancelled, at most
     * 100 shekels for the whole order; none after the event was moved.
     */
    fee: z.enum(['keep', 'return']).default('return'),
    reason: paragraph(500).default(''),
    entered: z.int().min(0).max(200).optional(),
  }),
  reply: data(order),
  refusals: ['order_state', 'refund_failed', 'charge_disputed'],
})

export const reseatOrder = endpoint({
  method: 'POST',
  path: '/v1/producer/orders/:uuid/reseat',
  access: { permission: 'order.edit', of: 'order' },
  tag,
  summary:
    'Give tickets of an order other seats of the same category or ticket type, of any channel; all of them or none. The codes stay, and the buyer is notified.',
  params: byUuid,
  body: z.strictObject({
    moves: z
      .array(z.strictObject({ ticket_uuid: uuid, seat_uuid: uuid }))
      .min(1, { error: 'required' })
      .max(200),
    /** What becomes of the seats that are left: on sale again, or (`house`) kept from the sale. */
    freed: z.enum(FREED_SEATS).default('sale'),
  }),
  reply: data(order),
  refusals: ['order_state', 'seat_taken'],
})

export const reissueOrder = endpoint({
  method: 'POST',
  path: '/v1/producer/orders/:uuid/reissue',
  access: { permission: 'order.edit', of: 'order' },
  tag,
  summary:
    'Issue tickets of an order anew, all valid ones without a choice: codes of before are refused at every gate (S3), also on devices without a network once they have the change. Links end as well, and the buyer gets the new one by SMS and e-mail. Numbers stay.',
  params: byUuid,
  body: z.strictObject({
    ticket_uuids: z.array(uuid).min(1, { error: 'required' }).max(200).optional(),
    /**
     * False: the link of the order and of its other tickets stay, and nothing is sent; only the own links of these tickets end.
     * Whoever has the link of the order sees the new codes then.
     */
    new_link: z.boolean().optional(),
  }),
  reply: data(order),
  refusals: ['order_state', 'too_many_requests'],
})

export const resendOrder = endpoint({
  method: 'POST',
  path: '/v1/producer/orders/:uuid/resend',
  access: { permission: 'order.resend', of: 'order' },
  tag,
  summary: 'Send the tickets again by SMS (and e-mail where there is one).',
  params: byUuid,
  reply: data(z.object({ sent_to: z.array(z.string()) })),
  refusals: ['order_state'],
})
