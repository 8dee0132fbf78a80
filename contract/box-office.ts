import { z } from 'zod'
import { byUuid, data, endpoint, instant, listQuery, page, pageQuery, shekels, uuid } from './endpoint.ts'
import { orderItem, orderPayment, orderStatus } from './orders.ts'
import { seatChoice } from './seat-choice.ts'
import { saleState, ticket } from './tickets.ts'
import { cash } from './registers.ts'
import { line, paragraph } from './text.ts'

const tag = 'cashier'

export const boxOfficeEvent = z
  .object({
    uuid,
    name: z.string(),
    /** `seats`: its places are numbered and may be chosen. */
    kind: z.enum(['tickets', 'seats']),
    starts_at: instant,
    ends_at: instant,
    timezone: z.string(),
    place: z.string(),
    /** Most tickets in one order, all types together. */
    order_limit: z.int().nullable(),
    types: z.array(
      z.object({
        uuid,
        name: z.string(),
        info: z.string(),
        price: shekels,
        left: z.int(),
        purchase_limit: z.int().nullable(),
        sale_state: saleState,
        sale_starts_at: instant.nullable(),
      }),
    ),
  })
  .meta({ id: 'CounterEvent' })
export type BoxOfficeEvent = z.infer<typeof boxOfficeEvent>

export const listBoxOfficeEvents = endpoint({
  method: 'GET',
  path: '/v1/cashier/events',
  access: { permission: 'box_office.sell', of: 'list' },
  tag,
  summary:
    'What this register may sell now: published events that are not over, with the remaining tickets of each type.',
  query: pageQuery,
  reply: page(boxOfficeEvent),
  refusals: ['device_unpaired'],
})

/** The dark modules of a QR code as one path, in module units. */
const qr = z.object({ size: z.int(), path: z.string() })

export const boxOfficeTicket = ticket.extend({ position: z.int(), qr }).meta({ id: 'CounterTicket' })
export type BoxOfficeTicket = z.infer<typeof boxOfficeTicket>

export const boxOfficeSale = z
  .object({
    /** Of its order. */
    uuid,
    number: z.string(),
    /** waiting: at the card reader · declined: to be tried again or paid in cash · ended: given up, nothing was charged */
    state: z.enum(['waiting', 'declined', 'paid', 'undone', 'ended']),
    status: orderStatus,
    event: z.object({
      uuid,
      name: z.string(),
      starts_at: instant,
      timezone: z.string(),
      place: z.string(),
    }),
    method: z.enum(['cash', 'terminal']),
    total_amount: shekels,
    refunded_amount: shekels,
    received: shekels.nullable(),
    change: shekels.nullable(),
    tickets_count: z.int(),
    items: z.array(orderItem),
    buyer: z.object({ name: z.string().nullable(), phone: z.string().nullable() }),
    seller: z.string().nullable(),
    created_at: instant,
    payment: orderPayment.nullable(),
    /** The card reader while it waits; `url` is the screen of a simulated one. */
    reader: z.object({ url: z.string().nullable(), expires_at: instant }).nullable(),
    can: z.object({ undo: z.boolean(), send: z.boolean(), print: z.boolean() }),
    tickets: z.array(boxOfficeTicket).optional(),
    organiser: z.object({ name: z.string(), vat_number: z.string() }).optional(),
  })
  .meta({ id: 'CounterSale' })
export type BoxOfficeSale = z.infer<typeof boxOfficeSale>

const method = z.enum(['cash', 'terminal'])

export const sell = endpoint({
  method: 'POST',
  path: '/v1/cashier/sales',
  access: { permission: 'box_office.sell', of: 'body' },
  tag,
  summary:
    'Sell at the box office. Cash: paid and issued at once. Terminal: the tickets are held and the sum is locked at the card reader; poll the sale until it is paid. Numbered seats are those of the box office and of everybody, the best there are unless named.',
  body: z.strictObject({
    event_uuid: uuid,
    items: z
      .array(z.strictObject({ events_ticket_uuid: uuid, quantity: z.int().min(1).max(500), ...seatChoice }))
      .min(1)
      .max(50),
    /** The total shown to the buyer; refused if it differs from the server's. */
    total_amount: shekels,
    method,
    /** Cash received; defaults to the exact total. */
    received: cash.optional(),
    buyer: z.strictObject({ name: line(120).optional(), phone: line(32).optional() }).optional(),
  }),
  reply: data(boxOfficeSale),
  status: 201,
  refusals: [
    'device_unpaired',
    'shift_state',
    'sold_out',
    'seat_taken',
    'seats_required',
    'event_not_on_sale',
    'sale_not_started',
    'sale_ended',
    'purchase_limit',
    'amount_mismatch',
    'payment_unavailable',
  ],
})

export const listSales = endpoint({
  method: 'GET',
  path: '/v1/cashier/sales',
  access: { permission: 'box_office.sell', of: 'list' },
  tag,
  summary: 'Sales of the open shift of this register, the newest first.',
  query: listQuery({}),
  reply: page(boxOfficeSale),
  refusals: ['device_unpaired', 'shift_state'],
})

export const showSale = endpoint({
  method: 'GET',
  path: '/v1/cashier/sales/:uuid',
  access: { permission: 'box_office.sell', of: 'order' },
  tag,
  summary: 'One sale with its tickets. While it waits at the reader the gateway is queried by the payment id.',
  params: byUuid,
  reply: data(boxOfficeSale),
  refusals: ['device_unpaired'],
})

export const paySale = endpoint({
  method: 'POST',
  path: '/v1/cashier/sales/:uuid/payment',
  access: { permission: 'box_office.sell', of: 'order' },
  tag,
  summary: 'Pay a sale whose card was declined: another card, or cash.',
  params: byUuid,
  body: z.strictObject({ method, received: cash.optional() }),
  reply: data(boxOfficeSale),
  refusals: ['device_unpaired', 'shift_state', 'order_state', 'hold_expired', 'payment_unavailable'],
})

export const abandonSale = endpoint({
  method: 'POST',
  path: '/v1/cashier/sales/:uuid/abandon',
  access: { permission: 'box_office.sell', of: 'order' },
  tag,
  summary:
    'Give up a sale at the reader: the gateway is asked first, then the tickets are for sale again. Money that comes later goes back by itself.',
  params: byUuid,
  reply: data(boxOfficeSale),
  refusals: ['device_unpaired', 'payment_unavailable'],
})

export const undoSale = endpoint({
  method: 'POST',
  path: '/v1/cashier/sales/:uuid/undo',
  access: { permission: 'box_office.sell', of: 'order' },
  tag,
  summary: 'Undo a sale of the open shift: its tickets end, the stock returns, the cash or the card’s money goes back.',
  params: byUuid,
  body: z.strictObject({ reason: paragraph(500).default('') }),
  reply: data(boxOfficeSale),
  refusals: ['device_unpaired', 'shift_state', 'order_state', 'refund_failed', 'charge_disputed'],
})

export const sendSale = endpoint({
  method: 'POST',
  path: '/v1/cashier/sales/:uuid/send',
  access: { permission: 'box_office.sell', of: 'order' },
  tag,
  summary: 'Send the tickets of a sale by SMS, to a new phone or again to the same one.',
  params: byUuid,
  body: z.strictObject({ phone: line(32).optional() }),
  reply: data(boxOfficeSale),
  refusals: ['device_unpaired', 'order_state'],
})
