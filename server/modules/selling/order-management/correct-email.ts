import { isSold } from '@kartis/domain/order.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { isEmail } from '@kartis/domain/text.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import {
  emailCorrected,
  eventNameIn,
  eventOf,
  lockOrder,
  type OrderKey,
  orderToken,
  type OrderRow,
  recordOrderChange,
  tokenHash,
  updateOrder,
} from '../orders/index.ts'
import { readTickets } from '../ticketing/index.ts'
import { budgetedMessages, limitResends, type ResentBy } from './resend-order.ts'

/** Per order: each correction writes to an address that nobody has proved. */
const CORRECTIONS = { max: 3, seconds: 86_400 }

/** The address of before hears that nothing comes to it any more; it may be a stranger's, so it reads no new address and no link. */
const notifyFormer = async (platform: Platform, tx: Tx, order: OrderRow, by: ResentBy): Promise<void> => {
  if (order.buyer_email === null) return
  const { account_id: accountId, event_id: eventId, id: orderId, lang } = order
  const to = { channel: 'email' as const, to: order.buyer_email, accountId }
  await platform.notifications.takeBudget(tx, [{ ...to, cause: by.cause }])
  const event = eventNameIn(await eventOf(tx, eventId), lang)
  const content = emailCorrected({ event, number: order.number })
  await platform.notifications.sendMany(tx, [{ ...to, content, lang, eventId, orderId }])
}

/**
 * Gives an order another e-mail address at the wish of its buyer, who has proved the phone, and sends its tickets again. Whoever
 * reads the mail of before may hold its link, so the order gets another one. The same address again changes and sends nothing.
 * `validation`, `order_state` without valid tickets, `too_many_requests` (for a budget of messages as a `RefusalError`).
 */
export const correctEmail = async (
  platform: Platform,
  key: OrderKey,
  { email, by }: { readonly email: string; readonly by: ResentBy },
  now: Date,
): Promise<Refusal | undefined> => {
  if (!isEmail(email)) return refuseField('email', 'invalid_email')
  const shown = await platform.db
    .selectFrom('orders')
    .select('buyer_email')
    .where('event_id', '=', key.eventId)
    .where('id', '=', key.orderId)
    .executeTakeFirst()
  if (shown?.buyer_email === email) return undefined
  const tooMany = (await limit(platform, `email:${key.orderId}`, CORRECTIONS)) ?? (await limitResends(platform, key))
  if (tooMany) return tooMany
  return inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return refuse('not_found')
    // Another request of the same moment has done it.
    if (order.buyer_email === email) return undefined
    const valid = (await readTickets(tx, key.eventId, key.orderId)).filter((ticket) => ticket.status === 'valid')
    if (!isSold(order.status) || valid.length === 0) return refuse('order_state', { detail: { status: order.status } })
    const turn = order.link_turn + 1
    const token = tokenHash(platform.keys, orderToken(platform.keys, key.eventId, key.orderId, turn))
    await updateOrder(tx, key, { buyer_email: email, link_turn: turn, token_hash: token })
    const corrected = { type: 'order.buyer_changed', data: { fields: ['email'] } } as const
    const detail = { fields: ['email'] }
    await recordOrderChange(platform, tx, order, { kind: 'details', detail, userId: by.userId, event: corrected, now })
    const resent = { type: 'order.tickets_resent', data: { tickets: valid.length, link_turn: turn } } as const
    await recordOrderChange(platform, tx, order, { kind: 'resent', userId: by.userId, event: resent, now })
    await platform.notifications.takeBudget(tx, budgetedMessages({ ...order, buyer_email: email }, by.cause))
    await notifyFormer(platform, tx, order, by)
    return undefined
  })
}
