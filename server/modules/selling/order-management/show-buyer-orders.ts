import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { attachmentsOf } from '../../people/attachments/index.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { offersOfEvents, readPaymentsOfOrders } from '../../payments/payments/index.ts'
import { seatNamesIn } from '../../catalogue/seating/index.ts'
import { typeNamesIn } from '../../catalogue/ticket-types/index.ts'
import { ticketCodes } from '../ticketing/index.ts'
import { viewBuyerOrder } from './buyer-order-view.ts'
import { readOrderRows, readWholeOrder, type WholeOrder } from './buyer-orders-queries.ts'
import type { EventFactsCache, OrderKey } from '../orders/index.ts'

const eventsOf = async (platform: Platform, ids: readonly string[]) => {
  const rows = await Promise.all(ids.map((id) => anyEventRow(platform.db, id)))
  return new Map(rows.flatMap((row) => (row ? [[row.id, row] as const] : [])))
}

/** Orders as their buyer sees them, in the order of the keys; missing ones are left out. */
export const showBuyerOrders = async (
  platform: Platform,
  keys: readonly OrderKey[],
  lang: Lang,
  now: Date,
): Promise<BuyerOrder[]> => {
  if (keys.length === 0) return []
  const eventIds = [...new Set(keys.map(({ eventId }) => eventId))]
  const [rows, payments, events, images, typeNames, seatNames, offers] = await Promise.all([
    readOrderRows(platform.db, keys),
    readPaymentsOfOrders(
      platform.db,
      keys.map(({ orderId }) => orderId),
    ),
    eventsOf(platform, eventIds),
    attachmentsOf(platform, 'event', eventIds),
    typeNamesIn(platform.db, eventIds, lang),
    seatNamesIn(platform.db, eventIds, lang),
    offersOfEvents(platform.db, eventIds),
  ])
  const codes = await ticketCodes(platform.keys, rows.tickets)
  const ofOrder = <R extends { order_id: string }>(list: readonly R[], id: string): R[] =>
    list.filter((row) => row.order_id === id)
  return keys.flatMap(({ orderId }) => {
    const order = rows.orders.find((row) => row.id === orderId)
    const event = order && events.get(order.event_id)
    if (!order || !event) return []
    const parts = {
      order,
      event,
      images: images.get(event.id) ?? [],
      lines: ofOrder(rows.lines, orderId),
      tickets: ofOrder(rows.tickets, orderId),
      answers: ofOrder(rows.answers, orderId),
      transfers: ofOrder(rows.transfers, orderId),
      payments: ofOrder(payments, orderId),
      typeNames,
      seatNames,
      offer: offers.get(event.id),
      codes,
    }
    return [viewBuyerOrder(platform, parts, lang, now)]
  })
}

export interface OrderViewContext {
  readonly platform: Platform
  readonly facts: EventFactsCache
}

/** An order that was read, as its buyer sees it. What is shown of its event may be a moment old. */
export const showWholeOrder = async (
  { platform, facts: cache }: OrderViewContext,
  whole: WholeOrder,
  lang: Lang,
  now: Date,
): Promise<BuyerOrder | Refusal> => {
  const facts = await cache.get(whole.order.event_id, lang)
  if (!facts) return refuse('not_found')
  const codes = await ticketCodes(platform.keys, whole.tickets)
  return viewBuyerOrder(platform, { ...whole, ...facts, codes }, lang, now)
}

/** One order as its buyer sees it. */
export const showBuyerOrder = async (
  context: OrderViewContext,
  key: OrderKey,
  lang: Lang,
  now: Date,
): Promise<BuyerOrder | Refusal> => {
  const whole = await readWholeOrder(context.platform.db, key)
  return whole ? showWholeOrder(context, whole, lang, now) : refuse('not_found')
}
