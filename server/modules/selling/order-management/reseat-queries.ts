import type { Db } from '../../../platform/database/db.ts'
import type { TicketSeat } from '../ticketing/index.ts'

/** A valid ticket with a seat, and its order. */
export interface SeatedTicketRow {
  readonly id: string
  readonly ticket_type_id: string
  readonly position: number
  readonly seat_no: number
  readonly seat: TicketSeat
  readonly order_id: string
  readonly order_number: string
  readonly buyer_name: string | null
}

const seated = (db: Db, eventId: string) =>
  db
    .selectFrom('tickets as t')
    .innerJoin('orders as o', (join) => join.onRef('o.event_id', '=', 't.event_id').onRef('o.id', '=', 't.order_id'))
    .select(['t.id', 't.ticket_type_id', 't.position', 't.seat_no', 't.seat', 't.order_id'])
    .select(['o.number as order_number', 'o.buyer_name'])
    .where('t.event_id', '=', eventId)
    .where('t.status', '=', 'valid')
    .where('t.seat_no', 'is not', null)
    .orderBy('t.seat_no')
    .$castTo<SeatedTicketRow>()

/** Who has these seats, in the order of the seats. */
export const ticketsOfSeats = (db: Db, eventId: string, seatNos: readonly number[]): Promise<SeatedTicketRow[]> =>
  seated(db, eventId)
    .where('t.seat_no', 'in', [-1, ...seatNos])
    .execute()

/** The seated tickets of these orders of the event. */
export const ticketsOfOrders = (db: Db, eventId: string, orderIds: readonly string[]): Promise<SeatedTicketRow[]> =>
  seated(db, eventId)
    .where('t.order_id', 'in', [...orderIds])
    .execute()
