import { isSold } from '@kartis/domain/order.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { lockOrder, type OrderKey, type OrderRow, recordOrderChange } from '../orders/index.ts'
import { readTickets } from '../ticketing/index.ts'

/** Per order: each resend costs an SMS. */
const RESENDS = { max: 5, seconds: 3600 }

const targetsOf = (order: OrderRow): string[] => [
  ...(order.buyer_phone ? [nationalPhone(order.buyer_phone)] : []),
  ...(order.buyer_email ? [order.buyer_email] : []),
]

/**
 * Sends the link of an order's valid tickets again, by SMS and by e-mail where there is an address. Returns the
 * addresses. `order_state` when there are no valid tickets or no address, `too_many_requests`.
 */
export const resendOrder = async (
  platform: Platform,
  key: OrderKey,
  /** null: the holder of the order's link. */
  userId: string | null,
  now: Date,
): Promise<string[] | Refusal> => {
  const refusal = await limit(platform, `resend:${key.orderId}`, RESENDS)
  if (refusal) return refusal
  return inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return refuse('not_found')
    const valid = (await readTickets(tx, key.eventId, key.orderId)).filter((ticket) => ticket.status === 'valid')
    const targets = targetsOf(order)
    if (!isSold(order.status) || valid.length === 0 || targets.length === 0)
      return refuse('order_state', { detail: { status: order.status } })
    const to = order.buyer_phone ?? order.buyer_email ?? ''
    const channel = order.buyer_phone ? ('sms' as const) : ('email' as const)
    const overBudget = await platform.notifications.overBudget(tx, { channel, to, accountId: order.account_id })
    if (overBudget) return overBudget
    const event = { type: 'order.tickets_resent', data: { tickets: valid.length } } as const
    await recordOrderChange(platform, tx, order, { kind: 'resent', userId, event, now })
    return targets
  })
}
