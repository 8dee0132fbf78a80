import { createHash } from 'node:crypto'
import * as contract from '@kartis/contract/public-orders.ts'
import { orderWallet } from '@kartis/contract/wallet-passes.ts'
import { TICKETS_PDF } from '@kartis/domain/limits.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { isSold } from '@kartis/domain/order.ts'
import { asLang, DEFAULT_LANG, type Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { organiserOf } from '../../../people/accounts/index.ts'
import { anyEventRow, artistNamesIn, calendarOf } from '../../../catalogue/events/index.ts'
import { seatNamesIn, withSeatsIn } from '../../../catalogue/seating/index.ts'
import { typeNamesIn } from '../../../catalogue/ticket-types/index.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { type Cache, createCache } from '../../../../platform/concurrency/cache.ts'
import { CACHE_SIZES } from '../../../../platform/config/cache-sizes.ts'
import { limit } from '../../../../platform/http/rate-limit.ts'
import { type Download, download } from '../../../../platform/http/download.ts'
import { createWorkerThread, type WorkerThread } from '../../../../platform/concurrency/worker-thread.ts'
import { type App, route } from '../../../../platform/http/route.ts'
import { type OrderKey, readOrder } from '../../orders/index.ts'
import { seatsText, ticketsUrl } from '../../orders/index.ts'
import { readTickets } from '../tickets-queries.ts'
import { heldTickets } from '../transfer/transfers-queries.ts'
import { passSheet } from './pass-content.ts'
import { ticketCodes } from '../ticket-code.ts'
import { viewWalletTicket } from './wallet-tickets.ts'
import { readArtwork } from './pass-queries.ts'
import type { PassSheet } from './pass-sheet.ts'

interface Printer {
  readonly renderer: WorkerThread<PassSheet, Uint8Array>
  /** The PDF of an order in one state and language: whoever asks while it is rendered, or a minute later, gets the same bytes. */
  readonly rendered: Cache<Uint8Array | Refusal>
}

/** A large PDF is not kept: its entry would take the place of many. */
const MAX_CACHED_BYTES = 1_000_000
const CACHE_MS = 60_000

const createPrinter = (): Printer => ({
  renderer: createWorkerThread(new URL('./pass-worker.ts', import.meta.url)),
  rendered: createCache({
    ttlMs: CACHE_MS,
    max: CACHE_SIZES.ticketPdfs,
    isCacheable: (pdf) => !isRefusal(pdf) && pdf.length <= MAX_CACHED_BYTES,
  }),
})

/** What a request asks for, and the network that it comes from. */
interface PrintRequest {
  readonly key: OrderKey
  readonly lang: Lang | undefined
  readonly network: string
}

/**
 * All valid tickets of an order in one PDF, but for those that other people hold. Refusals: `order_state` when it has none, `too_many_requests` above the budget of
 * the order or of the network, `overloaded` when too many requests wait.
 */
const printTickets = async (
  platform: Platform,
  { renderer, rendered }: Printer,
  { key, lang: requested, network }: PrintRequest,
): Promise<Download | Refusal> => {
  const refused = await limit(platform, `tickets-pdf:order:${key.orderId}`, TICKETS_PDF.order)
  if (refused) return refused
  const [order, event, all, held, artwork] = await Promise.all([
    readOrder(platform.db, key),
    anyEventRow(platform.db, key.eventId),
    readTickets(platform.db, key.eventId, key.orderId),
    heldTickets(platform.db, key),
    readArtwork(platform.db, key.eventId),
  ])
  if (!order || !event) return refuse('not_found')
  const valid = all.filter(({ id, status }) => status === 'valid' && !held.has(id))
  if (!isSold(order.status) || valid.length === 0) return refuse('order_state', { detail: { status: order.status } })
  const lang = requested ?? asLang(order.lang) ?? DEFAULT_LANG
  const [organiser, typeNames, seatNames, artists] = await Promise.all([
    organiserOf(platform.db, order.account_id, lang),
    typeNamesIn(platform.db, [key.eventId], lang),
    seatNamesIn(platform.db, [key.eventId], lang),
    artistNamesIn(platform.db, key.eventId, lang),
  ])
  const tickets = withSeatsIn(seatNames, valid).map((ticket) => ({
    ...ticket,
    name: typeNames(ticket.ticket_type_id, ticket.name),
  }))
  const facts = { order, event, tickets, organiser, artists, colour: artwork?.colors?.[0] }
  const state = createHash('sha256')
    .update(JSON.stringify([lang, facts, artwork?.file_key]))
    .digest('base64url')
  const pdf = await rendered.getOrLoad(state, async () => {
    const over = await limit(platform, `tickets-pdf:network:${network}`, TICKETS_PDF.network)
    if (over) return over
    const banner = artwork && (await platform.files.get(artwork.file_key))
    // Whoever asks meanwhile waits for the same file, so it is made though the first of them may have left.
    return renderer.run(await passSheet(platform, { ...facts, banner }, lang), { holder: network })
  })
  if (isRefusal(pdf)) return pdf
  const name = `${translatorFor(lang)('pdf:file')} ${order.number}.pdf`
  return download({ name, type: 'application/pdf', inline: true }, pdf)
}

/** Files of an order: tickets to print, and the event for a calendar. */
export const passRoutes = (app: App): void => {
  const printer = createPrinter()
  app.addHook('onClose', () => printer.renderer.close())

  route(app, contract.ticketsPdf, ({ actor, query, platform, request }) =>
    printTickets(platform, printer, {
      key: { eventId: actor.order.eventId, orderId: actor.order.id },
      lang: query.lang,
      network: request.network,
    }),
  )

  route(app, orderWallet, async ({ actor, query, lang: requested, platform }) => {
    const key = { eventId: actor.order.eventId, orderId: actor.order.id }
    const lang = query.lang ?? requested
    const [order, event, all, held, typeNames, seatNames] = await Promise.all([
      readOrder(platform.db, key),
      anyEventRow(platform.db, key.eventId),
      readTickets(platform.db, key.eventId, key.orderId),
      heldTickets(platform.db, key),
      typeNamesIn(platform.db, [key.eventId], lang),
      seatNamesIn(platform.db, [key.eventId], lang),
    ])
    if (!order || !event) return refuse('not_found')
    const valid = all.filter(({ id, status }) => status === 'valid' && !held.has(id))
    if (!isSold(order.status) || valid.length === 0) return refuse('order_state', { detail: { status: order.status } })
    const facts = { order, event, lang, codes: await ticketCodes(platform.keys, valid) }
    const named = withSeatsIn(seatNames, valid).map((ticket) => ({
      ...ticket,
      name: typeNames(ticket.ticket_type_id, ticket.name),
    }))
    return { data: { order_uuid: order.id, tickets: named.map((ticket) => viewWalletTicket(facts, ticket)) } }
  })

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
    const seatNames = await seatNamesIn(platform.db, [key.eventId], language)
    const seats = tickets.flatMap(({ seat, status }) =>
      seat && status === 'valid' ? [seatNames(key.eventId, seat)] : [],
    )
    const description = seatsText(seats, translatorFor(language), language)
    const calendar = calendarOf(event, ticketsUrl(platform, order), language, description)
    return download({ name: `${event.slug}.ics`, type: 'text/calendar; charset=utf-8' }, Buffer.from(calendar))
  })
}
