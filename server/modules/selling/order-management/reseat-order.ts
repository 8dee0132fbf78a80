import type { reseatOrder as contract } from '@kartis/contract/orders.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { isSold } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Leaving, moveSeats, type SeatOfTicket } from '../inventory/index.ts'
import {
  lockOrder,
  type OrderKey,
  readLines,
  recordOrderChange,
  writeLineSeats,
  writeReplacedSeats,
} from '../orders/index.ts'
import { lockTickets, recordTicketChanges, type TicketRow, writeTicketSeats } from '../ticketing/index.ts'

type Moves = BodyOf<typeof contract>['moves']

interface Move {
  readonly ticket: TicketRow & { readonly seat_no: number }
  readonly to: string
}

/** The valid tickets with seats that the moves name, each once. */
const movesOf = (tickets: readonly TicketRow[], moves: Moves): Move[] | Refusal => {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const found: Move[] = []
  for (const [index, { ticket_uuid, seat_uuid }] of moves.entries()) {
    const ticket = byId.get(ticket_uuid.toLowerCase())
    if (ticket?.status !== 'valid' || ticket.seat_no === null)
      return refuseField(`moves.${index}.ticket_uuid`, 'unknown_option')
    byId.delete(ticket.id)
    found.push({ ticket: { ...ticket, seat_no: ticket.seat_no }, to: seat_uuid })
  }
  return found
}

/** The lines of the order say which seats it has, too. */
const rewriteLines = async (tx: Tx, key: OrderKey, moves: readonly Move[], seats: readonly SeatOfTicket[]) => {
  const newSeats = new Map(moves.map(({ ticket }, index) => [ticket.seat?.uuid, seats[index]?.printed.uuid]))
  const lines = (await readLines(tx, key)).flatMap((line) =>
    line.seats ? [{ typeId: line.ticket_type_id, seats: line.seats.map((seat) => newSeats.get(seat) ?? seat) }] : [],
  )
  await writeLineSeats(tx, key, lines)
}

/**
 * Gives tickets of a sold order other seats of the same category or ticket type; their codes stay. The buyer is notified.
 * All moves or none. `order_state`, `seat_taken`, `validation` with the move's field.
 */
export const reseatOrder = (
  platform: Platform,
  key: OrderKey,
  moves: Moves,
  { userId, now, ...leaving }: Leaving & { readonly userId: string; readonly now: Date },
): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return refuse('not_found')
    if (!isSold(order.status)) return refuse('order_state', { detail: { status: order.status } })
    const found = movesOf(await lockTickets(tx, key.eventId, key.orderId), moves)
    if (isRefusal(found)) return found
    const seats = await moveSeats(
      platform.db,
      tx,
      key,
      found.map(({ ticket, to }) => ({ typeId: ticket.ticket_type_id, from: ticket.seat_no, to })),
      leaving,
    )
    if (isRefusal(seats)) return seats
    const moved = found.flatMap(({ ticket }, index) => {
      const seat = seats[index]
      return seat ? [{ id: ticket.id, seat }] : []
    })
    await writeTicketSeats(tx, key.eventId, moved)
    await rewriteLines(tx, key, found, seats)
    // What the buyer had chosen first says nothing any more.
    if (order.replaced_seats) await writeReplacedSeats(tx, key, null)
    const data = {
      seats: seats.map(({ seatNo, printed }) => ({ seat_no: seatNo, ...printed })),
    }
    const event = { type: 'order.seats_changed', data } as const
    await recordOrderChange(platform, tx, order, {
      kind: 'reseated',
      detail: { tickets: moves.length },
      userId,
      event,
      now,
    })
    await recordTicketChanges(
      tx,
      key.eventId,
      moved.map(({ id }) => id),
      { change: 'moved' },
    )
    return undefined
  })
