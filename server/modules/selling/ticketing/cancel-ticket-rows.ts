import { canMoveTicket } from '@kartis/domain/order.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { OrderRow } from '../orders/index.ts'
import type { TicketEventData } from './domain-events.ts'
import { uncountEntries } from './redemption-queries.ts'
import { markCancelled, type TicketRow } from './tickets-queries.ts'

/**
 * Cancels tickets of one order, corrects the entry counter for those that had been redeemed, and writes their domain
 * events. The caller holds the tickets' locks. Throws when one of them is cancelled already.
 */
export const cancelTicketRows = async (
  platform: Platform,
  tx: Tx,
  order: Pick<OrderRow, 'event_id' | 'account_id' | 'id'>,
  tickets: readonly TicketRow[],
  now: Date,
): Promise<void> => {
  const stuck = tickets.find(({ status }) => !canMoveTicket(status, 'cancelled'))
  if (stuck) throw new Error(`ticket ${stuck.id} cannot be cancelled: it is ${stuck.status}`)
  const ids = tickets.map(({ id }) => id)
  await markCancelled(tx, order.event_id, ids, now)
  if (tickets.some((ticket) => ticket.redeemed_at)) await uncountEntries(tx, order.event_id, ids)
  await platform.domainEvents.append(
    tx,
    tickets.map(({ id, redeemed_at }) => ({
      type: 'ticket.cancelled',
      at: now,
      accountId: order.account_id,
      eventId: order.event_id,
      subject: id,
      data: { order: order.id, redeemed: redeemed_at !== null } satisfies TicketEventData['ticket.cancelled'],
    })),
  )
}
