import type { TicketTransferState } from '@kartis/domain/ticket-transfer.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { TicketChange } from './ticket-changes.ts'
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
  /** When it left through a gate; null while it is inside, and before it entered. */
  left_at: StampOrNull
  /** Its last entry, where it has entered more than once. */
  reentered_at: StampOrNull
  /** Its entries on the day of the last one; null for one. */
  day_entries: Generated<number | null>
  /** When a device let somebody in with it, by an entry that does not count and is still to be decided, or was approved. */
  contested_at: StampOrNull
  cancelled_at: StampOrNull
  created_at: Stamp
  /** `event_seats.seat_no`; valid tickets of one event have different ones. */
  seat_no: Generated<number | null>
  /** What is printed of its seat. */
  seat: JsonOrNull<TicketSeat>
  /** How many times it was issued anew; codes of lower revisions are void. */
  revision: Generated<number>
}

/** The counters of an event at the gate, which the statements of `ticket-changes` move with each change of a ticket. */
export interface EventEntriesTable {
  event_id: string
  /** How many of its valid tickets have entered. */
  entered: number
  /** How many of those have left and not come back. */
  outside: Generated<number>
  /** The number of the last row of `ticket_changes`. */
  seq: Generated<string>
  /** The last number when a nightly run marked it, and when that was. */
  marked_seq: Generated<string>
  marked_at: Generated<Date | null>
  /** Changes up to this number are deleted. */
  pruned_seq: Generated<string>
}

/** What happened to the tickets of an event, numbered without gaps. */
export interface TicketChangesTable {
  event_id: string
  seq: string
  ticket_id: string
  change: TicketChange
}

/** Tickets that their buyers offer to other people. Written by `transfer/transfer-writer.ts` alone. */
export interface TicketTransfersTable {
  event_id: string
  id: string
  account_id: string
  /** `orders.id` */
  order_id: string
  /** `tickets.id`; a ticket has one transfer that is offered or accepted. */
  ticket_id: string
  state: TicketTransferState
  /** Of the ticket when it was offered. */
  revision: number
  created_at: Stamp
  expires_at: Stamp
  closed_at: StampOrNull
  /** Who accepted; null before that, and once the person is erased. The phone is E.164 and verified. */
  holder_name: string | null
  /** The name in the form of `orders.buyer_search`. */
  holder_search: GeneratedAlways<string | null>
  holder_phone: string | null
  /** Keyed hash of the phone, as `orders.limit_phone`. */
  holder_hash: string | null
  holder_lang: string | null
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    tickets: TicketsTable
    event_entries: EventEntriesTable
    ticket_changes: TicketChangesTable
    ticket_transfers: TicketTransfersTable
  }
}
