import type { Db, Tx } from '../../../../platform/database/db.ts'
import { type Hall, lockHall } from './halls.ts'
import { type PrintedSeat, printedSeat } from './seat-plan.ts'
import { type OrderSeat, readSoldSeats, returnSeats, sellSeats, takeSeats } from './seats-queries.ts'

/** A seat as a ticket stores it. */
export interface SeatOfTicket {
  readonly seatNo: number
  readonly printed: PrintedSeat
}

/** Seats by order and ticket type, in the order of their numbers: neighbours get neighbouring tickets. */
export type SeatsOfOrders = ReadonlyMap<string, ReadonlyMap<string, readonly SeatOfTicket[]>>

export const seatsByOrder = ({ plan }: Hall, seats: readonly OrderSeat[]): SeatsOfOrders => {
  const orders = new Map<string, Map<string, SeatOfTicket[]>>()
  for (const { order_id, type_id, seat_no } of seats) {
    const types = orders.get(order_id) ?? new Map<string, SeatOfTicket[]>()
    orders.set(
      order_id,
      types.set(type_id, [...(types.get(type_id) ?? []), { seatNo: seat_no, printed: printedSeat(plan, seat_no) }]),
    )
  }
  return orders
}

const lockedHall = async (db: Db, tx: Tx, eventId: string): Promise<Hall> => {
  const hall = await lockHall(db, tx, eventId)
  if (!hall) throw new Error(`event ${eventId} has orders with seats and no seating`)
  return hall
}

/**
 * held → sold for the seats of orders that are paid now. Locks the seat clock, which comes before the counters: what a
 * ticket says of its seat is the map as it is under that lock.
 */
export const sellHeldSeats = async (
  db: Db,
  tx: Tx,
  eventId: string,
  orderIds: readonly string[],
): Promise<SeatsOfOrders> => {
  const hall = await lockedHall(db, tx, eventId)
  return seatsByOrder(hall, await sellSeats(tx, eventId, orderIds))
}

/** The seats that orders bought in this transaction. */
export const readSeats = async (
  db: Db,
  tx: Tx,
  eventId: string,
  orderIds: readonly string[],
): Promise<SeatsOfOrders> => {
  const hall = await lockedHall(db, tx, eventId)
  return seatsByOrder(hall, await readSoldSeats(tx, eventId, orderIds))
}

/**
 * free → sold for seats that are named by number, all of them or an error that undoes the transaction; what each seat of
 * the event says in print. For programs that write sales of the past; the counters are theirs to set.
 */
export const sellNumberedSeats = async (
  db: Db,
  tx: Tx,
  eventId: string,
  seats: readonly OrderSeat[],
): Promise<(seatNo: number) => PrintedSeat> => {
  const { plan } = await lockedHall(db, tx, eventId)
  await takeSeats(tx, eventId, seats, 'sold')
  return (seatNo) => printedSeat(plan, seatNo)
}

/** sold → free for the seats of cancelled tickets. The caller holds the order's lock. */
export const returnTicketSeats = (
  tx: Tx,
  key: { readonly eventId: string; readonly orderId: string },
  tickets: readonly { readonly seat_no: number | null }[],
): Promise<void> =>
  returnSeats(
    tx,
    key,
    tickets.flatMap(({ seat_no }) => (seat_no === null ? [] : [seat_no])),
  )
