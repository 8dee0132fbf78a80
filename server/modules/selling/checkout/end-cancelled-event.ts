import { isHolding } from '@kartis/domain/order.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { lockOrders, moveOrders, readOpenIds } from '../orders/index.ts'
import { endHolds } from './release-expired-holds.ts'

const JOB = 'checkout.end_cancelled_event'

/** Orders of one transaction: enough to share a commit, few enough to be short. */
const MAX_BATCH = 200

interface CancelledEvent {
  readonly eventId: string
}

/**
 * Ends what is still open at an event that was cancelled in the caller's transaction. A job of its own: it locks orders,
 * which a payment that is settled holds while it waits for the event.
 */
export const endOpenOrdersOf = (platform: Platform, tx: Tx, eventId: string): Promise<void> =>
  platform.jobs.enqueue(tx, JOB, { eventId } satisfies CancelledEvent)

/**
 * Nobody pays for an event that does not take place: open orders end, and a payment that is under way at the gateway is
 * returned when it is settled, as after any order that has ended.
 */
const endOpenOrders = async (platform: Platform, { eventId }: CancelledEvent): Promise<void> => {
  const event = await anyEventRow(platform.db, eventId)
  // It is on sale again.
  if (!event || event.cancelled_at === null) return
  for (;;) {
    const ids = await readOpenIds(platform.db, eventId, MAX_BATCH)
    if (ids.length === 0) return
    await inTransaction(platform.db, async (tx) => {
      const orders = (await lockOrders(tx, eventId, ids)).filter(({ status }) => isHolding(status))
      await moveOrders(
        platform,
        tx,
        orders.map((order) => ({ order })),
        { to: 'cancelled', kind: 'event_cancelled', now: platform.clock() },
      )
      await endHolds(tx, eventId, orders)
    })
  }
}

export const defineEndOfCancelled = (platform: Platform): void => {
  platform.jobs.define<CancelledEvent>(JOB, (job) => endOpenOrders(platform, job), { retries: 8 })
}
