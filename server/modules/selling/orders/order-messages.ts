import { asLang, DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { textIn } from '../../../platform/database/localized-text.ts'
import type { Message } from '../../../platform/notifications/notifications.ts'
import type { MessageContent } from '../../../platform/notifications/template.ts'
import { anyEventRow, type EventRow } from '../../catalogue/events/index.ts'
import { orderToken } from './order-token.ts'
import type { OrderRow } from './orders-queries.ts'
import type { EventParams } from './templates.ts'

export const eventNameIn = (event: Pick<EventRow, 'name' | 'texts'>, lang: string): string =>
  textIn(event.texts, asLang(lang) ?? DEFAULT_LANG, 'name') ?? event.name

export const placeOf = (event: EventRow): string => {
  const street = [event.address_street, event.address_street_number].filter(Boolean).join(' ')
  return [event.venue_name ?? event.address_description, street, event.address_city].filter(Boolean).join(', ')
}

/** The page with the buyer's tickets; whoever has the link has the tickets. */
export const ticketsUrl = (platform: Platform, order: Pick<OrderRow, 'event_id' | 'id' | 'link_turn'>): string => {
  const token = orderToken(platform.keys, order.event_id, order.id, order.link_turn)
  return `${platform.settings.publicUrl}/order/tickets/${order.id}?token=${token}`
}

/** Throws when the event is gone: events with orders are never deleted. */
export const eventOf = async (tx: Tx, eventId: string): Promise<EventRow> => {
  const event = await anyEventRow(tx, eventId)
  if (!event) throw new Error(`event ${eventId} has orders but no row`)
  return event
}

/** By SMS, and by e-mail where there is an address. An order without contacts gets no message. `isUnpaid`: counts against budgets. */
export const messagesTo = (order: OrderRow, content: MessageContent, isUnpaid = false): Message[] => {
  const targets = [
    ...(order.buyer_phone ? [{ channel: 'sms' as const, to: order.buyer_phone }] : []),
    ...(order.buyer_email ? [{ channel: 'email' as const, to: order.buyer_email }] : []),
  ]
  const unpaid = isUnpaid ? { network: order.network } : undefined
  const about = { unpaid, lang: order.lang, accountId: order.account_id, eventId: order.event_id, orderId: order.id }
  return targets.map((target) => ({ content, ...target, ...about }))
}

/** What messages say of the event of an order, in the order's language. */
export const eventParams = (event: EventRow, lang: string): EventParams => ({
  event: eventNameIn(event, lang),
  startsAt: event.starts_at,
  timezone: event.timezone,
  place: placeOf(event),
})
