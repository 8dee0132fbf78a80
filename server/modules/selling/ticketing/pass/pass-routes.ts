import * as contract from '@kartis/contract/public-orders.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { isSold } from '@kartis/domain/order.ts'
import { asLang, DEFAULT_LANG, type Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { organiserOf } from '../../../people/accounts/index.ts'
import { anyEventRow, calendarOf } from '../../../catalogue/events/index.ts'
import { typeNamesIn } from '../../../catalogue/ticket-types/index.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { type Download, download } from '../../../../platform/http/download.ts'
import { createWorkerThread, type WorkerThread } from '../../../../platform/concurrency/worker-thread.ts'
import { type App, route } from '../../../../platform/http/route.ts'
import { type OrderKey, readOrder } from '../../orders/index.ts'
import { seatsText, ticketsUrl } from '../../orders/index.ts'
import { readTickets } from '../tickets-queries.ts'
import { passSheet } from './pass-content.ts'
import { readArtwork } from './pass-queries.ts'
import type { PassSheet } from './pass-sheet.ts'

/** All valid tickets of an order in one PDF. Refusals: `order_state` when it has none, `overloaded` when too many requests wait. */
const printTickets = async (
  platform: Platform,
  renderer: WorkerThread<PassSheet, Uint8Array>,
  key: OrderKey,
  requested: Lang | undefined,
): Promise<Download | Refusal> => {
  const [order, event, all, artwork] = await Promise.all([
    readOrder(platform.db, key),
    anyEventRow(platform.db, key.eventId),
    readTickets(platform.db, key.eventId, key.orderId),
    readArtwork(platform.db, key.eventId),
  ])
  if (!order || !event) return refuse('not_found')
  const valid = all.filter((ticket) => ticket.status === 'valid')
  if (!isSold(order.status) || valid.length === 0) return refuse('order_state', { detail: { status: order.status } })
  const lang = requested ?? asLang(order.lang) ?? DEFAULT_LANG
  const [organiser, banner, typeNames] = await Promise.all([
    organiserOf(platform.db, order.account_id, lang),
    artwork && platform.files.get(artwork.file_key),
    typeNamesIn(platform.db, [key.eventId], lang),
  ])
  const tickets = valid.map((ticket) => ({ ...ticket, name: typeNames(ticket.ticket_type_id, ticket.name) }))
  const facts = { order, event, tickets, organiser, banner, colour: artwork?.colors?.[0] }
  const pdf = await renderer.run(await passSheet(platform, facts, lang))
  if (isRefusal(pdf)) return pdf
  const name = `${translatorFor(lang)('pdf:file')} ${order.number}.pdf`
  return download({ name, type: 'application/pdf', inline: true }, pdf)
}

/** Files of an order: tickets to print, and the event for a calendar. */
export const passRoutes = (app: App): void => {
  const renderer = createWorkerThread<PassSheet, Uint8Array>(new URL('./pass-worker.ts', import.meta.url))
  app.addHook('onClose', () => renderer.close())

  route(app, contract.ticketsPdf, ({ actor, query, platform }) =>
    printTickets(platform, renderer, { eventId: actor.order.eventId, orderId: actor.order.id }, query.lang),
  )

  route(app, contract.orderCalendar, async ({ actor, query, lang, platform }) => {
    const key = { eventId: actor.order.eventId, orderId: actor.order.id }
    const [order, event, tickets] = await Promise.all([
      readOrder(platform.db, key),
      anyEventRow(platform.db, key.eventId),
      readTickets(platform.db, key.eventId, key.orderId),
    ])
    if (!order || !event) return refuse('not_found')
    // Nobody whose order is cancelled or unpaid should plan the evening.
    if (!isSold(order.status) || tickets.every(({ status }) => status !== 'valid'))
      return refuse('order_state', { detail: { status: order.status } })
    const language = query.lang ?? lang
    const seats = tickets.flatMap(({ seat, status }) => (seat && status === 'valid' ? [seat] : []))
    const description = seatsText(seats, translatorFor(language))
    const calendar = calendarOf(event, ticketsUrl(platform, order), language, description)
    return download({ name: `${event.slug}.ics`, type: 'text/calendar; charset=utf-8' }, Buffer.from(calendar))
  })
}
