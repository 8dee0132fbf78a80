import type { Generated } from 'kysely'
import type { StampOrNull } from '../../../../platform/database/schema-columns.ts'

/**
 * One row for each place of an event's map. `seat_no` is the bit of the seat in every state that is sent. Written by
 * `selling/inventory` alone, and only under the lock of the event's clock.
 */
export interface EventSeatsTable {
  event_id: string
  seat_no: number
  /** The key of the place in the document, `row.key`. */
  place: string
  /** The key of its category. */
  category: string
  /** The names as they are printed; the snapshot has floor and gate. */
  section: string
  row_label: string
  label: string
  /** Bit n is `FLAGS[n]` of the model. */
  flags: number
  /** Index in `SEAT_CHANNELS`. */
  channel: Generated<number>
  for_sale: Generated<boolean>
  /** Of the producer; buyers never see it. */
  note: Generated<string>
  /** When it opens for everybody; null: when somebody opens it. Selling, closing or allotting the seat clears it. */
  opens_at: StampOrNull
  /** Index in `SEAT_STATES`. */
  state: Generated<number>
  /** `orders.id`, exactly while held or sold. */
  order_id: string | null
  /** `ticket_types.id` as which it is held or sold. */
  ticket_type_id: string | null
  /** Of its last change; bigint as text. 0: never changed. */
  rev: Generated<string>
}

/** The last revision of an event's seats; bigint as text. Its lock orders the writes of seats. */
export interface EventSeatClockTable {
  event_id: string
  rev: Generated<string>
}

declare module '../../../../platform/database/schema.ts' {
  interface Database {
    event_seats: EventSeatsTable
    event_seat_clock: EventSeatClockTable
  }
}
