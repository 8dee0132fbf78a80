import { googleCalendarUrl } from '@kartis/contract/google-calendar.ts'
import { asLang, DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { textIn } from '../../../platform/database/localized-text.ts'
import type { Message } from '../../../platform/notifications/notifications.ts'
import type { UnpaidCause } from '../../../platform/notifications/message-budget.ts'
import type { MessageContent } from '../../../platform/notifications/template.ts'
import { anyEventRow, type EventRow, placeLine } from '../../catalogue/events/index.ts'
import { orderToken } from './order-token.ts'
import type { OrderRow } from './orders-queries.ts'
import type { EventParams } from './templates.ts'

export const eventNameIn = (event: Pick<EventRow, 'name' | 'texts'>, lang: string): string =>
  textIn(event.texts, asLang(lang) ?? DEFAULT_LANG, 'name') ?? event.name

/** The page with the buyer's tickets; whoever has the link has the tickets. */
export const ticketsUrl = (platform: Platform, order: Pick<OrderRow, 'event_id' | 'id' | 'link_turn'>): string => {
  const token = orderToken(platform.keys, order.event_id, order.id, order.link_turn)
  return `${platform.settings.publicUrl}/order/tickets/${order.id}?token=${token}`
}

/** The calendar and the payment confirmation of an order, as messages link to them. */
export const orderLinks = (
  { keys, settings }: Platform,
  order: Pick<OrderRow, 'id' | 'event_id' | 'link_turn' | 'total' | 'lang'>,
  event: EventRow,
) => {
  const token = orderToken(keys, order.event_id, order.id, order.link_turn)
  const google = googleCalendarUrl(
    {
      name: eventNameIn(event, order.lang),
      starts_at: event.starts_at.toISOString(),
      ends_at: event.ends_at.toISOString(),
    },
    placeLine(event, asLang(order.lang) ?? DEFAULT_LANG),
  )
  return {
    calendar: `${settings.publicUrl}/api/v1/public/orders/${order.id}/calendar.ics?token=${token}&lang=${order.lang}`,
    google,
    ...(order.total > 0 && { receipt: `${settings.publicUrl}/order/receipt/${order.id}?token=${token}` }),
  }
}

/** Throws when the event is gone: events with orders are never deleted. */
export const eventOf = async (tx: Tx, eventId: string): Promise<EventRow> => {
  const event = await anyEventRow(tx, eventId)
  if (!event) throw new Error(`event ${eventId} has orders but no row`)
  return event
}

/** By SMS, and by e-mail where there is an address. An order without contacts gets no message. `unpaid`: counts against budgets. */
export const messagesTo = (order: OrderRow, content: MessageContent, unpaid?: UnpaidCause): Message[] => {
  const targets = [
    ...(order.buyer_phone ? [{ channel: 'sms' as const, to: order.buyer_phone }] : []),
    ...(order.buyer_email ? [{ channel: 'email' as const, to: order.buyer_email }] : []),
  ]
  const about = { unpaid, lang: order.lang, accountId: order.account_id, eventId: order.event_id, orderId: order.id }
  return targets.map((target) => ({ content, ...target, ...about }))
}

/** What messages say of the event of an order, in the order's language. */
export const eventParams = (event: EventRow, lang: string): EventParams => ({
  event: eventNameIn(event, lang),
  startsAt: event.starts_at,
  timezone: event.timezone,
  place: placeLine(event, asLang(lang) ?? DEFAULT_LANG),
})
