import { canMoveTicket } from '@kartis/domain/order.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { OrderRow } from '../orders/index.ts'
import type { TicketEventData } from './domain-events.ts'
import { recordTicketChanges } from './ticket-changes.ts'
import { markCancelled, type TicketRow } from './tickets-queries.ts'

/**
 * Cancels tickets of one order and writes their domain events. The caller holds the tickets' locks, and calls
 * `recordCancelled` once it has returned seats and stock. Throws when one of them is cancelled already.
 */
export const cancelTicketRows = async (
  platform: Platform,
  tx: Tx,
  order: Pick<OrderRow, 'event_id' | 'account_id' | 'id'>,
  tickets: readonly TicketRow[],
  { now, holdersNotifiedAt }: { readonly now: Date; readonly holdersNotifiedAt?: Date | undefined },
): Promise<void> => {
  const stuck = tickets.find(({ status }) => !canMoveTicket(status, 'cancelled'))
  if (stuck) throw new Error(`ticket ${stuck.id} cannot be cancelled: it is ${stuck.status}`)
  const ids = tickets.map(({ id }) => id)
  await markCancelled(tx, order.event_id, ids, now)
  await platform.domainEvents.append(
    tx,
    tickets.map(({ id, redeemed_at }) => ({
      type: 'ticket.cancelled',
      at: now,
      accountId: order.account_id,
      eventId: order.event_id,
      subject: id,
      data: {
        order: order.id,
        redeemed: redeemed_at !== null,
        ...(holdersNotifiedAt && { notified_at: holdersNotifiedAt.toISOString() }),
      } satisfies TicketEventData['ticket.cancelled'],
    })),
  )
}

/** Numbers the cancellation for devices at the gate, and takes tickets that had entered off the entry counter. Call it last. */
export const recordCancelled = async (tx: Tx, eventId: string, tickets: readonly TicketRow[]): Promise<void> => {
  const idsOf = (isIt: (ticket: TicketRow) => boolean) => tickets.filter(isIt).map(({ id }) => id)
  const pending = idsOf(({ redeemed_at }) => redeemed_at === null)
  const inside = idsOf(({ redeemed_at, left_at }) => redeemed_at !== null && left_at === null)
  const outside = idsOf(({ left_at }) => left_at !== null)
  await recordTicketChanges(tx, eventId, pending, { change: 'cancelled' })
  await recordTicketChanges(tx, eventId, inside, { change: 'cancelled', entries: -1 })
  await recordTicketChanges(tx, eventId, outside, { change: 'cancelled', entries: -1, outside: -1 })
}
