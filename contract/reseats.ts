import { FREED_SEATS } from '@kartis/domain/seats.ts'
import { z } from 'zod'
import { byUuid, data, endpoint, uuid } from './endpoint.ts'
import { ticketSeat } from './tickets.ts'

const tag = 'orders'

/** Seats and orders of one request. */
export const MAX_RESEATED = { seats: 500, orders: 200 } as const

const move = z.object({
  ticket_uuid: uuid,
  /** As printed on the ticket. */
  number: z.string(),
  from: ticketSeat,
  /** Null where no equal seats are left for the whole order. */
  to: ticketSeat.nullable(),
})

export const freedSeats = z.enum(FREED_SEATS)

/** One order of many whose tickets get other seats. */
export const reseatedOrder = z
  .object({
    order_uuid: uuid,
    number: z.string(),
    name: z.string().nullable(),
    /** `refused`: nothing of this order changes. */
    state: z.enum(['ready', 'moved', 'refused']),
    /** Why it was refused; null otherwise. */
    code: z.string().nullable(),
    moves: z.array(move),
  })
  .meta({ id: 'ReseatedOrder' })
export type ReseatedOrder = z.infer<typeof reseatedOrder>

export const reseatMany = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/seating/reseat',
  access: { permission: 'order.edit', of: 'event' },
  tag,
  summary:
    'Give tickets of many orders other seats: `orders` with named moves, or `seat_uuids`, the sold seats that are to become free; then each order gets the nearest equal seats together. All or nothing for each order, whose buyer gets one message. With `dry_run` nothing changes and each order is listed with what it would get.',
  params: byUuid,
  body: z.strictObject({
    seat_uuids: z.array(uuid).min(1, { error: 'required' }).max(MAX_RESEATED.seats).optional(),
    orders: z
      .array(
        z.strictObject({
          order_uuid: uuid,
          moves: z
            .array(z.strictObject({ ticket_uuid: uuid, seat_uuid: uuid }))
            .min(1, { error: 'required' })
            .max(200),
        }),
      )
      .min(1, { error: 'required' })
      .max(MAX_RESEATED.orders)
      .optional(),
    /**
     * What becomes of the seats that are left: `house` keeps them from the sale, `sale` gives them back to it. Those that had
     * another channel, or were closed, stay as they were.
     */
    freed: freedSeats.default('house'),
    dry_run: z.boolean(),
  }),
  reply: data(
    z.object({
      dry_run: z.boolean(),
      counts: z.object({
        ready: z.int(),
        moved: z.int(),
        refused: z.int(),
        /** Of the orders that are ready or moved. */
        tickets: z.int(),
        /** Seats that these leave, and nobody else of this request takes. */
        freed: z.int(),
      }),
      freed: freedSeats,
      orders: z.array(reseatedOrder),
    }),
  ),
  refusals: ['order_state'],
})
