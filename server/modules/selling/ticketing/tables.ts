import type { Generated } from 'kysely'
import type { JsonOrNull, Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

/** A seat as people read it. */
export interface TicketSeat {
  uuid: string
  floor?: string
  section: string
  row: string
  number: string
  gate?: string
}

/** Tickets of paid orders. Written by `ticketing`: when an order is paid, at check-in and when tickets are cancelled. */
export interface TicketsTable {
  event_id: string
  id: string
  /** `orders.id` */
  order_id: string
  /** `ticket_types.id` */
  ticket_type_id: string
  /** Name of the ticket type when the ticket was issued. */
  name: string
  /** Position of the ticket within its order. */
  position: number
  /** Agorot, after discounts. */
  price: number
  status: Generated<'valid' | 'cancelled'>
  redeemed_at: StampOrNull
  /** Id of the scanning device, as the device sends it. */
  redeemed_device: string | null
  /** The row of `scans` that admitted the ticket; it names the user. */
  redeemed_by: string | null
  cancelled_at: StampOrNull
  created_at: Stamp
  /** `event_seats.seat_no`; valid tickets of one event have different ones. */
  seat_no: Generated<number | null>
  /** What is printed of its seat. */
  seat: JsonOrNull<TicketSeat>
}

/** How many of an event's valid tickets have entered: a counter that `redemption-queries` updates with each redemption. */
export interface EventEntriesTable {
  event_id: string
  entered: number
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    tickets: TicketsTable
    event_entries: EventEntriesTable
  }
}
