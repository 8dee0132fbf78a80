import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyEventRow, type EventRow } from '../../catalogue/events/index.ts'
import { eventOfToken, isTransferToken, lockOrder, type OrderRow, readOrder } from '../orders/index.ts'
import { readTicket, readTransfer, type TicketRow, type TransferRow } from '../ticketing/index.ts'

/** What the link of an offer names. */
export interface TransferLink {
  readonly transferId: string
  readonly token: string
}

export interface FoundTransfer {
  readonly row: TransferRow
  readonly order: OrderRow
  readonly ticket: TicketRow
  readonly event: EventRow
}

/**
 * The transfer of a link with its order, its ticket and its event. `lock`: under the lock of its order, where a link that was
 * looked at before may have ended. `not_found` for a wrong link and for one that a new link of the order has ended.
 */
export const findTransfer = async (
  db: Db | Tx,
  { keys }: Pick<Platform, 'keys'>,
  { transferId, token }: TransferLink,
  lock?: Tx,
): Promise<FoundTransfer | Refusal> => {
  const eventId = eventOfToken(token)
  const found = eventId && (await readTransfer(db, eventId, transferId.toLowerCase()))
  if (!found) return refuse('not_found')
  const key = { eventId: found.event_id, orderId: found.order_id }
  const order = lock ? await lockOrder(lock, key) : await readOrder(db, key)
  const linked = { eventId: found.event_id, transferId: found.id, linkGeneration: order?.link_turn ?? 0 }
  if (!order || !isTransferToken(keys, token, linked)) return refuse('not_found')
  const [row, ticket, event] = [
    // What waited for the lock may have moved it.
    lock ? await readTransfer(lock, found.event_id, found.id) : found,
    await readTicket(db, found.event_id, found.ticket_id),
    await anyEventRow(db, found.event_id),
  ]
  return row && ticket && event ? { row, order, ticket, event } : refuse('not_found')
}
