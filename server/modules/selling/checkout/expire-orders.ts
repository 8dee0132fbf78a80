import { isHoldOver } from '@kartis/domain/hold.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { type Payments, readPaymentsOf } from '../../payments/payments/index.ts'
import { endHold, endExpiredHolds } from './release-expired-holds.ts'
import {
  lockOrder,
  moveOrders,
  type OrderKey,
  readEventsWithExpired,
  readExpiredAtGateway,
  readOrder,
} from '../orders/index.ts'

/** Tickets freed in one transaction. */
const MAX_FREED = 1000
/** Orders about which the gateway is queried in one run. */
const MAX_QUERIED = 50
/** Milliseconds past its end for which a hold waits for a gateway that cannot be reached. A payment confirmed later is settled then. */
const GATEWAY_PATIENCE = 15 * 60_000

/** Expires the unpaid reservations of one event, many with a few statements. */
const expireEvent = async (platform: Platform, eventId: string, now: Date): Promise<void> => {
  for (;;) {
    const freed = await inTransaction(platform.db, (tx) => endExpiredHolds(tx, eventId, now, MAX_FREED))
    if (freed.reduce((sum, { quantity }) => sum + quantity, 0) < MAX_FREED) return
  }
}

/** Queries the gateway about every attempt that had a page. False when it could not be reached. */
const queryGateway = async (platform: Platform, gateways: Payments, key: OrderKey): Promise<boolean> => {
  const payments = await readPaymentsOf(platform.db, key.eventId, key.orderId)
  try {
    for (const payment of payments) if (payment.url && payment.status !== 'paid') await gateways.queryGateway(payment)
    return true
  } catch (error) {
    platform.log.warn({ err: error, order: key.orderId }, 'gateway query before the end of a hold failed')
    return false
  }
}

/** Expires an order that was sent to the gateway, unless the gateway knows of a payment. */
export const expireAtGateway = async (
  platform: Platform,
  payments: Payments,
  key: OrderKey,
  now: Date,
): Promise<void> => {
  const queried = await queryGateway(platform, payments, key)
  const before = await readOrder(platform.db, key)
  const waited = now.getTime() - (before?.expires_at ?? now).getTime()
  if (!queried && waited < GATEWAY_PATIENCE) return
  await inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (order?.status !== 'pending_payment' || !order.expires_at || !isHoldOver(order.expires_at, now)) return
    await moveOrders(platform, tx, [{ order }], { to: 'expired', now })
    await endHold(tx, order)
  })
}

/** Ends every expired hold. Any number of processes may do this at once. */
export const expireOrders = async (platform: Platform, payments: Payments): Promise<void> => {
  const now = platform.clock()
  for (const eventId of await readEventsWithExpired(platform.db, now)) await expireEvent(platform, eventId, now)
  for (const key of await readExpiredAtGateway(platform.db, now, MAX_QUERIED))
    await expireAtGateway(platform, payments, key, now)
}
