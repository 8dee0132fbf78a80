import { isHoldOver } from '@kartis/domain/hold.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { askGateway, readPaymentsOf } from '../../payments/payments/index.ts'
import { endHold, endExpiredHolds } from './release-expired-holds.ts'
import { changeOrderState } from '../orders/index.ts'
import { lockOrder, type OrderKey, readEventsWithExpired, readExpiredAtGateway, readOrder } from '../orders/index.ts'

const MOST = 1000
const MAX_ASKED = 50
/** A gateway that cannot be reached for so long keeps nobody's tickets any more; money that comes later is seen to then. */
const GATEWAY_PATIENCE = 15 * 60_000

/** Reservations of one event that nobody paid for: many with two statements. */
const expireEvent = async (platform: Platform, eventId: string, now: Date): Promise<void> => {
  for (;;) {
    const freed = await inTransaction(platform.db, (tx) => endExpiredHolds(tx, eventId, now, MOST))
    if (freed.reduce((sum, { quantity }) => sum + quantity, 0) < MOST) return
  }
}

/** Asks about every attempt that had a page. False when the gateway could not be asked. */
const isAsked = async (platform: Platform, key: OrderKey): Promise<boolean> => {
  const payments = await readPaymentsOf(platform.db, key.eventId, key.orderId)
  try {
    for (const payment of payments) if (payment.url && payment.status !== 'paid') await askGateway(platform, payment)
    return true
  } catch (error) {
    platform.log.warn({ err: error, order: key.orderId }, 'the gateway could not be asked before a hold ended')
    return false
  }
}

/** Before an order that was at the gateway gives its tickets back, the gateway is asked once more. */
export const expireAtGateway = async (platform: Platform, key: OrderKey, now: Date): Promise<void> => {
  const asked = await isAsked(platform, key)
  const before = await readOrder(platform.db, key)
  const waited = now.getTime() - (before?.expires_at ?? now).getTime()
  if (!asked && waited < GATEWAY_PATIENCE) return
  await inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (order?.status !== 'pending_payment' || !order.expires_at || !isHoldOver(order.expires_at, now)) return
    await changeOrderState(platform, tx, order, { to: 'expired', columns: { closed_at: now } }, now)
    await endHold(tx, order)
  })
}

/** Ends every hold whose time is over. Any number of processes may do this at once. */
export const expireOrders = async (platform: Platform): Promise<void> => {
  const now = platform.clock()
  for (const eventId of await readEventsWithExpired(platform.db, now)) await expireEvent(platform, eventId, now)
  for (const key of await readExpiredAtGateway(platform.db, now, MAX_ASKED)) await expireAtGateway(platform, key, now)
}
