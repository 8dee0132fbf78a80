import { sql } from 'kysely'
import { asJson } from '../../../platform/http/listing.ts'
import type { Subscription } from '../../../platform/domain-events/domain-events.ts'

/**
 * Writes the new words of sold seats on their tickets. It follows the change of the map instead of joining it: that holds
 * the seat clock, behind which no ticket may be locked (docs/rules/reservations.md).
 */
export const reprintSeats: Subscription<'order.seats_changed'> = {
  name: 'ticketing.seats',
  types: ['order.seats_changed'],
  handle: async (tx, events) => {
    // In the order of the changes: the last words of a seat stay.
    for (const { eventId, subject, data } of events)
      await sql`
        update tickets t set seat = (x.seat - 'seat_no') || jsonb_build_object('uuid', t.seat ->> 'uuid')
        from jsonb_array_elements(${asJson(data.seats)}::jsonb) as x (seat)
        where t.event_id = ${eventId} and t.order_id = ${subject} and t.status = 'valid'
          and t.seat_no = (x.seat ->> 'seat_no')::int`.execute(tx)
  },
}
