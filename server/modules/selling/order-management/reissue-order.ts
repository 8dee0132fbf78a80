import { isSold } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  lockOrder,
  type OrderKey,
  type OrderRow,
  orderToken,
  recordOrderChange,
  tokenHash,
  updateOrder,
} from '../orders/index.ts'
import { budgetedMessages, limitResends, type ResentBy } from './resend-order.ts'
import { lockTickets, readHolders, reissueTickets, type TicketRow } from '../ticketing/index.ts'

/** The valid tickets that were asked for, all of them without a choice. */
const chosen = (valid: readonly TicketRow[], uuids: readonly string[] | undefined): string[] | Refusal => {
  const ids = valid.map(({ id }) => id)
  if (uuids === undefined) return ids
  const unknown = uuids.findIndex((uuid) => !ids.includes(uuid.toLowerCase()))
  return unknown === -1
    ? [...new Set(uuids.map((uuid) => uuid.toLowerCase()))]
    : refuseField(`ticket_uuids.${unknown}`, 'unknown_option')
}

/** What was asked for. `newLink`: the link of the order ends as well, and its buyer gets another one. */
export interface Reissue {
  readonly ticketUuids?: readonly string[] | undefined
  readonly newLink: boolean
  readonly by: ResentBy
}

/** Gives the order another link; the buyer gets it by a message where there is an address. */
const newLinkOf = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  { tickets, by }: { tickets: number; by: ResentBy },
) => {
  const turn = order.link_turn + 1
  const token = tokenHash(platform.keys, orderToken(platform.keys, order.event_id, order.id, turn))
  await updateOrder(tx, { eventId: order.event_id, orderId: order.id }, { link_turn: turn, token_hash: token })
  if (order.buyer_phone === null && order.buyer_email === null) return undefined
  await platform.notifications.takeBudget(tx, budgetedMessages(order, by.cause))
  return { type: 'order.tickets_resent', data: { tickets, link_turn: turn } } as const
}

/** Other people who hold some of the tickets get their new links: those of before end like the buyer's. */
const notifyHolders = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  { ids, by, now }: { readonly ids: readonly string[]; readonly by: ResentBy; readonly now: Date },
): Promise<void> => {
  const holders = await readHolders(tx, [order.event_id], ids)
  if (holders.length === 0) return
  const phones = holders.flatMap(({ holder_phone: to }) => (to === null ? [] : [to]))
  const about = { channel: 'sms' as const, accountId: order.account_id, cause: by.cause }
  if (phones.length > 0)
    await platform.notifications.takeBudget(
      tx,
      phones.map((to) => ({ ...about, to })),
    )
  await platform.domainEvents.append(
    tx,
    holders.map(({ id, ticket_id }) => ({
      type: 'order.held_ticket_reissued',
      at: now,
      accountId: order.account_id,
      eventId: order.event_id,
      subject: order.id,
      data: { transfer: id, ticket: ticket_id },
    })),
  )
}

/**
 * Issues valid tickets of a sold order anew: their codes of before are refused at every gate, their own links end, and so does
 * the link of the order unless it is kept: whoever holds a link of before gets no new code. Numbers stay.
 * `order_state`, `validation` for tickets that are not valid tickets of the order, `too_many_requests` for the message.
 */
export const reissueOrder = async (
  platform: Platform,
  key: OrderKey,
  { ticketUuids, newLink, by }: Reissue,
  now: Date,
): Promise<Refusal | undefined> => {
  const tooMany = newLink ? await limitResends(platform, key) : undefined
  if (tooMany) return tooMany
  return inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return refuse('not_found')
    const valid = (await lockTickets(tx, key.eventId, key.orderId)).filter(({ status }) => status === 'valid')
    if (!isSold(order.status) || valid.length === 0) return refuse('order_state', { detail: { status: order.status } })
    const ids = chosen(valid, ticketUuids)
    if (isRefusal(ids)) return ids
    const event = newLink ? await newLinkOf(platform, tx, order, { tickets: valid.length, by }) : undefined
    const detail = { tickets: ids.length, ...(newLink && { new_link: true }) }
    await recordOrderChange(platform, tx, order, { kind: 'reissued', detail, userId: by.userId, event, now })
    await notifyHolders(platform, tx, order, { ids, by, now })
    await reissueTickets(tx, key.eventId, ids)
    return undefined
  })
}
