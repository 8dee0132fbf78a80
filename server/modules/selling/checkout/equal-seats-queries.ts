import type { Db, Tx } from '../../../platform/database/db.ts'
import type { OrderKey } from '../orders/index.ts'

type Key = Pick<OrderKey, 'eventId' | 'orderId'>

/** What the buyer said when the payment began; the last answer counts. */
export const writeEqualSeatsConsent = async (
  db: Db,
  { eventId, orderId }: Key,
  agrees: boolean,
  now: Date,
): Promise<void> => {
  const row = { event_id: eventId, order_id: orderId, agreed_at: now }
  await (agrees
    ? db
        .insertInto('equal_seat_consents')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    : db.deleteFrom('equal_seat_consents').where('event_id', '=', eventId).where('order_id', '=', orderId).execute())
}

export const agreesToEqualSeats = async (tx: Tx, { eventId, orderId }: Key): Promise<boolean> =>
  (await tx
    .selectFrom('equal_seat_consents')
    .select('order_id')
    .where('event_id', '=', eventId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()) !== undefined
