import { sql } from 'kysely'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { ChangedSeat } from './domain-events.ts'

/** Records with each order which of its sold seats read differently now: its tickets are rewritten and its buyer is told. */
export const recordSeatsChanged = async (
  platform: Platform,
  tx: Tx,
  { accountId, eventId }: { readonly accountId: string; readonly eventId: string },
  seats: readonly ChangedSeat[],
): Promise<void> => {
  const { rows } = await sql<{ order_id: string; seat_nos: number[] }>`
    select order_id, array_agg(seat_no order by seat_no) as seat_nos from event_seats
    where event_id = ${eventId} and state = 2 and seat_no = any(${seats.map(({ seat_no }) => seat_no)}::int[])
    group by order_id order by order_id`.execute(tx)
  const byNumber = new Map(seats.map((seat) => [seat.seat_no, seat]))
  const at = platform.clock()
  await platform.domainEvents.append(
    tx,
    rows.map(({ order_id: subject, seat_nos }) => ({
      type: 'order.seats_changed' as const,
      at,
      accountId,
      eventId,
      subject,
      data: { seats: seat_nos.flatMap((seatNo) => byNumber.get(seatNo) ?? []) },
    })),
  )
}
