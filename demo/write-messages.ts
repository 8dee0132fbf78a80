import { asLang, DEFAULT_LANG, LANGS } from '@kartis/i18n/lang.ts'
import {
  type Platform,
  type Tx,
  invitationTickets,
  type MessageContent,
  orderCancelled,
  sentTexts,
  ticketsReady,
  organiserOf,
  anyEventRow,
  type EventRow,
  eventNameIn,
  orderLinks,
  placeLine,
  ticketsUrl,
} from './server.ts'
import { later } from './calendar.ts'
import type { PastOrder } from './history.ts'
import { insertPast, orderNumbers, type PastRow } from './history-queries.ts'
import { type Dice, idAt } from './random.ts'

interface SentMessage {
  readonly at: Date
  readonly content: MessageContent
}

interface OrderFacts {
  readonly event: EventRow
  readonly number: string
  readonly organiser: string
}

/** Messages that the buyer received, oldest first: tickets, then cancellations. */
const messagesOf = (platform: Platform, order: PastOrder, { event, number, organiser }: OrderFacts): SentMessage[] => {
  const facts = {
    event: eventNameIn(event, order.buyer.lang),
    startsAt: event.starts_at,
    timezone: event.timezone,
    place: placeLine(event, asLang(order.buyer.lang) ?? DEFAULT_LANG),
    seats: order.on.hall && order.tickets.flatMap(({ seat }) => (seat ? [seat.printed] : [])),
  }
  const count = order.tickets.length
  const key = { event_id: event.id, id: order.id, link_turn: 0 }
  const link = ticketsUrl(platform, key)
  const more = orderLinks(platform, { ...key, total: order.total, lang: order.buyer.lang }, event)
  const cancelled = order.tickets.filter(({ cancelledAt }) => cancelledAt)
  const cancelledAt = cancelled[0]?.cancelledAt
  const refund = order.refund?.amount ?? 0
  return [
    {
      at: order.paidAt,
      content:
        order.channel === 'invitation'
          ? invitationTickets({ ...facts, count, link, more, name: order.buyer.name, from: organiser })
          : ticketsReady({ ...facts, count, link, more, number, ...(order.total > 0 && { total: order.total }) }),
    },
    ...(cancelledAt
      ? [
          {
            at: cancelledAt,
            content: orderCancelled({
              ...facts,
              number,
              count: cancelled.length,
              left: count - cancelled.length,
              refund,
              fee: order.cancellationFee,
            }),
          },
        ]
      : []),
  ]
}

/** Rows of a message: by SMS within seconds, by e-mail a little later. */
const rowsOf = (
  platform: Platform,
  random: Dice,
  order: PastOrder,
  { at, content }: SentMessage,
): PastRow<'messages'>[] => {
  const { buyer, on } = order
  const targets = [
    { channel: 'sms' as const, to: buyer.phone },
    ...(buyer.email ? [{ channel: 'email' as const, to: buyer.email }] : []),
  ]
  return targets.map(({ channel, to }) => {
    const { subject, text } = sentTexts({ content, channel, to, lang: buyer.lang }, platform.settings)
    const sentAt = later(at, random.whole(2, channel === 'sms' ? 9 : 40) * 1000)
    return {
      id: idAt(random, at),
      channel,
      to,
      lang: buyer.lang,
      template: content.template,
      subject,
      text,
      status: 'sent',
      attempts: 1,
      provider: 'outbox',
      account_id: on.accountId,
      event_id: on.eventId,
      order_id: order.id,
      created_at: at.toISOString(),
      sent_at: sentAt.toISOString(),
    }
  })
}

/** Writes the messages that buyers received about their orders, so that an order shows them. */
export const writeMessages = async (
  platform: Platform,
  tx: Tx,
  orders: readonly PastOrder[],
  { random, accountId }: { readonly random: Dice; readonly accountId: string },
): Promise<void> => {
  const numbers = await orderNumbers(tx, accountId)
  const organisers = new Map<string, string>()
  for (const lang of LANGS) organisers.set(lang, (await organiserOf(tx, accountId, lang))?.name ?? '')
  const events = new Map<string, EventRow>()
  for (const id of new Set(orders.map(({ on }) => on.eventId))) {
    const event = await anyEventRow(tx, id)
    if (event) events.set(id, event)
  }
  const rows = orders.flatMap((order) => {
    const event = events.get(order.on.eventId)
    if (!event) return []
    const organiser = organisers.get(order.buyer.lang) ?? ''
    const facts = { event, organiser, number: numbers.get(order.id) ?? '' }
    return messagesOf(platform, order, facts).flatMap((message) => rowsOf(platform, random, order, message))
  })
  await insertPast(tx, 'messages', rows)
}
