import { isSold } from '@kartis/domain/order.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { recordOrderChange } from '../orders/index.ts'
import { lockOrder, type OrderKey, type OrderRow } from '../orders/index.ts'
import { notifyTicketsReady } from '../orders/index.ts'
import { notifyGuest } from '../orders/index.ts'
import { readTickets } from '../ticketing/index.ts'

/** Nobody needs the same link more often; a button pressed in anger would cost an SMS each time. */
const RESENDS = { max: 5, seconds: 3600 }

const targetsOf = (order: OrderRow): string[] => [
  ...(order.buyer_phone ? [nationalPhone(order.buyer_phone)] : []),
  ...(order.buyer_email ? [order.buyer_email] : []),
]

/**
 * Sends the link of an order's tickets again, by SMS and by e-mail where there is an address. Where it went to, or
 * `order_state` when there are no valid tickets or nobody to send them to, `too_many_requests`.
 */
export const resendOrder = async (
  platform: Platform,
  key: OrderKey,
  userId: string,
  now: Date,
): Promise<string[] | Refusal> => {
  const spent = await limit(platform, `resend:${key.orderId}`, RESENDS)
  if (spent) return spent
  return inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return refuse('not_found')
    const valid = (await readTickets(tx, key.eventId, key.orderId)).filter((ticket) => ticket.status === 'valid')
    const targets = targetsOf(order)
    if (!isSold(order.status) || valid.length === 0 || targets.length === 0)
      return refuse('order_state', { detail: { status: order.status } })
    if (order.channel === 'invitation') await notifyGuest(platform, tx, order, valid.length)
    else await notifyTicketsReady(platform, tx, order.event_id, [{ ...order, tickets_count: valid.length }])
    await recordOrderChange(platform, tx, order, 'resent', now, { userId })
    return targets
  })
}
