import type { Tx } from '../../../platform/database/db.ts'
import type { OrderRow } from './orders-queries.ts'

/** The next orders of an event with tickets in people's hands, by id. */
export const readSoldOrdersAfter = (tx: Tx, eventId: string, after: string, most: number): Promise<OrderRow[]> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('id', '>', after)
    .where('status', 'in', ['paid', 'partially_refunded'])
    .orderBy('id')
    .limit(most)
    .execute()
