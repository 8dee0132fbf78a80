import { isSold } from '@kartis/domain/order.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import type { BudgetedMessage, UnpaidCause } from '../../../platform/notifications/message-budget.ts'
import { lockOrder, networkHash, type OrderKey, type OrderRow, recordOrderChange } from '../orders/index.ts'
import { readTickets } from '../ticketing/index.ts'

/** Per order: each resend costs an SMS. */
const RESENDS = { max: 5, seconds: 3600 }

const targetsOf = (order: OrderRow): string[] => [
  ...(order.buyer_phone ? [nationalPhone(order.buyer_phone)] : []),
  ...(order.buyer_email ? [order.buyer_email] : []),
]

export interface ResentBy {
  /** null: the holder of the order's link. */
  readonly userId: string | null
  readonly cause: UnpaidCause
}

export const budgetedMessages = (order: OrderRow, cause: UnpaidCause): BudgetedMessage[] => {
  const about = { accountId: order.account_id, cause }
  return [
    ...(order.buyer_phone ? [{ channel: 'sms' as const, to: order.buyer_phone, ...about }] : []),
    ...(order.buyer_email ? [{ channel: 'email' as const, to: order.buyer_email, ...about }] : []),
  ]
}

/** `too_many_requests` where the tickets of an order were sent too often. */
export const limitResends = (platform: Platform, { orderId }: OrderKey): Promise<Refusal | undefined> =>
  limit(platform, `resend:${orderId}`, RESENDS)

/** A member of the account sends tickets again. */
export const resentByMember = ({ id: userId, network }: Pick<UserActor, 'id' | 'network'>): ResentBy => ({
  userId,
  cause: { member: { userId, network } },
})

/** The buyer does, signed in (`userId`) or with the link of the order. */
export const resentByBuyer = (
  { keys }: Pick<Platform, 'keys'>,
  { userId, network }: { readonly userId: string | null; readonly network: string },
): ResentBy => ({ userId, cause: { network: networkHash(keys, network) } })

/**
 * Sends the link of an order's valid tickets again, by SMS and by e-mail where there is an address. Returns the
 * addresses. `order_state` when there are no valid tickets or no address, `too_many_requests` (for a budget of messages as a
 * `RefusalError`, which undoes the record).
 */
export const resendOrder = async (
  platform: Platform,
  key: OrderKey,
  by: ResentBy,
  now: Date,
): Promise<string[] | Refusal> => {
  const refusal = await limitResends(platform, key)
  if (refusal) return refusal
  return inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return refuse('not_found')
    const valid = (await readTickets(tx, key.eventId, key.orderId)).filter((ticket) => ticket.status === 'valid')
    const targets = targetsOf(order)
    if (!isSold(order.status) || valid.length === 0 || targets.length === 0)
      return refuse('order_state', { detail: { status: order.status } })
    const event = {
      type: 'order.tickets_resent',
      data: { tickets: valid.length, link_turn: order.link_turn },
    } as const
    await recordOrderChange(platform, tx, order, { kind: 'resent', userId: by.userId, event, now })
    await platform.notifications.takeBudget(tx, budgetedMessages(order, by.cause))
    return targets
  })
}
