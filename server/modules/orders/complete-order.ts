import type { Kernel } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { sellHeld } from '../holds/index.ts'
import { issueTickets } from './issue-tickets.ts'
import { moveOrder } from './move-order.ts'
import { type OrderRow, readLines, stockOf } from './orders-queries.ts'
import { tellTicketsReady } from './tell-buyer.ts'

/**
 * Makes an order paid: its tickets are issued and their link is queued in the same transaction. `fromHold` moves what it
 * holds to sold; without it the caller has taken the stock already. The caller holds the order's lock.
 */
export const completeOrder = async (
  kernel: Kernel,
  tx: Tx,
  order: OrderRow,
  { fromHold, now, detail = {} }: { fromHold: boolean; now: Date; detail?: Readonly<Record<string, unknown>> },
): Promise<void> => {
  const key = { eventId: order.event_id, orderId: order.id }
  const lines = await readLines(tx, key)
  await moveOrder(
    kernel,
    tx,
    order,
    { to: 'paid', detail, columns: { paid_at: now, expires_at: null, closed_at: null } },
    now,
  )
  await issueTickets(kernel, tx, order.event_id, [{ orderId: order.id, lines }], now)
  await tellTicketsReady(kernel, tx, order)
  // The most contended rows come last, so that they are locked for the shortest time.
  if (fromHold) await sellHeld(tx, order.event_id, stockOf(lines))
}
