import type { Agorot } from '@kartis/domain/money.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { Message } from '../../../platform/notifications/notifications.ts'
import type { MessageContent } from '../../../platform/notifications/template.ts'
import { anyEventRow, type EventRow } from '../../catalogue/events/index.ts'
import { orderToken } from './order-token.ts'
import type { OrderRow } from './orders-queries.ts'
import { orderCancelled, paymentRefundedLate, refundDone, ticketsReady } from './templates.ts'

export const eventNameIn = (event: Pick<EventRow, 'name' | 'texts'>, lang: string): string =>
  (lang === 'en' || lang === 'ar' ? event.texts[lang]?.name : undefined) ?? event.name

export const placeOf = (event: EventRow): string => {
  const street = [event.address_street, event.address_street_number].filter(Boolean).join(' ')
  return [event.venue_name ?? event.address_description, street, event.address_city].filter(Boolean).join(', ')
}

/** The page with the buyer's tickets; whoever has the link has the tickets. */
export const ticketsUrl = (platform: Platform, order: Pick<OrderRow, 'event_id' | 'id' | 'link_turn'>): string => {
  const token = orderToken(platform.keys, order.event_id, order.id, order.link_turn)
  return `${platform.settings.publicUrl}/order/tickets/${order.id}?token=${token}`
}

/** By SMS, and by e-mail where there is an address. */
const messagesTo = (order: OrderRow, content: MessageContent): Message[] => {
  const targets = [
    ...(order.buyer_phone ? [{ channel: 'sms' as const, to: order.buyer_phone }] : []),
    ...(order.buyer_email ? [{ channel: 'email' as const, to: order.buyer_email }] : []),
  ]
  const about = { lang: order.lang, accountId: order.account_id, eventId: order.event_id, orderId: order.id }
  return targets.map((target) => ({ content, ...target, ...about }))
}

/** In the caller's transaction. */
export const notifyBuyer = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  content: MessageContent,
): Promise<void> => {
  await platform.notifications.sendMany(tx, messagesTo(order, content))
}

const factsOf = (event: EventRow, lang: string) => ({
  event: eventNameIn(event, lang),
  startsAt: event.starts_at,
  timezone: event.timezone,
  place: placeOf(event),
})

export const eventOf = async (tx: Tx, eventId: string): Promise<EventRow> => {
  const event = await anyEventRow(tx, eventId)
  if (!event) throw new Error(`an order of event ${eventId}, which is gone`)
  return event
}

/** The links of any number of orders of one event, queued with one statement. */
export const notifyTicketsReady = async (
  platform: Platform,
  tx: Tx,
  eventId: string,
  orders: readonly OrderRow[],
): Promise<void> => {
  const event = await eventOf(tx, eventId)
  const messages = orders.flatMap((order) => {
    const facts = factsOf(event, order.lang)
    const params = { ...facts, count: order.tickets_count, number: order.number, link: ticketsUrl(platform, order) }
    return messagesTo(order, ticketsReady(order.total > 0 ? { ...params, total: order.total } : params))
  })
  await platform.notifications.sendMany(tx, messages)
}

/** `late`: the money came when the tickets had gone. Else it was charged a second time. */
export const notifyRefunded = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  amount: Agorot,
  late: boolean,
): Promise<void> => {
  const event = eventNameIn(await eventOf(tx, order.event_id), order.lang)
  const template = late ? paymentRefundedLate : refundDone
  await notifyBuyer(platform, tx, order, template({ event, number: order.number, amount }))
}

export const notifyCancelled = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  count: number,
  refund: Agorot,
): Promise<void> => {
  const facts = factsOf(await eventOf(tx, order.event_id), order.lang)
  const content = orderCancelled({ ...facts, number: order.number, count, ...(refund > 0 && { refund }) })
  await notifyBuyer(platform, tx, order, content)
}
