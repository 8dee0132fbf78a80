import type { PublicEvent } from '@kartis/contract/public-events.ts'
import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import type { RefundOffer } from '@kartis/contract/refund-choices.ts'
import type { SharedTicket } from '@kartis/contract/shared-tickets.ts'
import type { Ticket, TicketTransfer } from '@kartis/contract/tickets.ts'
import { CART } from '@kartis/domain/limits.ts'
import { commaText, dayLongText, momentText, timeText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { QrCode } from '../page-types.ts'
import { googleCalendarUrl } from '@kartis/contract/google-calendar.ts'
import { seatsOf } from '../shared/seat-text.ts'
import { hasFeeOf } from './event-state.ts'
import { dayOf, artworkOf, artworkOfUrl, momentOf, placeLine, placeOf, wholePlace } from './labels.ts'
import type { ArtworkView, PlaceView } from './labels.ts'
import { type NoticeView, orderNoticeOf, ticketNoticeOf } from './notice-state.ts'

export interface OrderEventView {
  readonly uuid: string
  readonly slug: string
  readonly name: string
  readonly when: string
  readonly place: string
  readonly artwork: ArtworkView
  readonly organiser: string
  /** The legal seller; unknown when the event is no longer published. */
  readonly seller: { readonly name: string; readonly number: string } | undefined
}

/** The checkout as its page shows it: the API's order and its event. */
export interface CheckoutView {
  readonly token: string
  readonly order: BuyerOrder
  readonly event: OrderEventView
  readonly forms: PublicEvent['forms']
  /** A part of the sum is the fee of the service, which the buyer bears. */
  readonly hasFee: boolean
  /** Of the tickets of a paid order, where its places are numbered. */
  readonly seats: ReturnType<typeof seatsOf>
  /** The last day on which the law allows cancelling, as text. */
  readonly lastDay: string | null
  /** Link to Google's calendar with the event filled in; empty once the event is over. */
  readonly google: string
}

const orderEvent = (order: BuyerOrder, event: PublicEvent | undefined, lang: Lang, now: Date): OrderEventView => ({
  uuid: order.event.uuid,
  slug: order.event.slug || order.event.uuid,
  name: order.event.name,
  when: momentOf(order.event.starts_at, now, lang, order.event.timezone),
  place: placeLine(order.event, lang),
  artwork: event
    ? artworkOf(event.uuid, event.attachments)
    : artworkOfUrl(order.event.uuid, order.event.banner, order.event.colors),
  organiser: event?.organiser.name ?? order.event.name,
  seller: event && { name: event.organiser.vat_name || event.organiser.name, number: event.organiser.vat_number },
})

export const checkoutView = (
  order: BuyerOrder,
  event: PublicEvent | undefined,
  token: string,
  lang: Lang,
  now: Date,
): CheckoutView => ({
  token,
  // A page that does not show ticket codes must not contain them.
  order: { ...order, tickets: [] },
  event: orderEvent(order, event, lang, now),
  forms: event?.forms ?? [],
  hasFee: event !== undefined && hasFeeOf(event),
  seats: seatsOf(order),
  lastDay: order.cancellation.last_day ? dayOf(order.cancellation.last_day, lang) : null,
  google: new Date(order.event.ends_at) < now ? '' : googleCalendarUrl(order.event, wholePlace(order.event, lang)),
})

/** What its buyer may do about giving a ticket to another person, and what became of that. */
export type TransferView =
  | { readonly state: 'none' | 'possible' }
  /** Somebody has the link and has not accepted yet. */
  | { readonly state: 'offered'; readonly uuid: string; readonly url: string; readonly until: string }
  | { readonly state: 'accepted'; readonly to: string; readonly when: string }

export interface PassView {
  readonly uuid: string
  /** As people read and type it: `101081-2`. */
  readonly number: string
  /** The ticket's own link; empty where it is shown by that link. */
  readonly url: string
  /** Gates where it enters; empty where the event lists none. */
  readonly gate: string
  readonly name: string
  readonly price: number
  /** `transferred`: another person holds it, and its code is that person's. */
  readonly state: 'valid' | 'used' | 'cancelled' | 'transferred'
  readonly transfer: TransferView
  readonly usedAt: string
  readonly seat: BuyerOrder['tickets'][number]['seat']
  /** Where it enters, if the event has lanes. */
  readonly lane: number | undefined
  readonly qr: QrCode | undefined
}

export interface PassesView {
  /** One ticket that was sent to its holder, without its order. */
  readonly shared: boolean
  /** One full-screen code, or the list of tickets. */
  readonly opens: 'entrance' | 'list'
  /** Link to Google's calendar with the event filled in. */
  readonly google: string
  /** When the copy on the buyer's device is deleted, in ms. */
  readonly keepUntil: number
  readonly uuid: string
  readonly token: string
  readonly number: string
  readonly event: OrderEventView
  /** What changed since it was bought, and what may be chosen. */
  readonly notice: NoticeView | undefined
  /** The seats that were chosen first, where these are others. */
  readonly replaced?: BuyerOrder['replaced_seats'] | undefined
  readonly over: boolean
  readonly day: string
  readonly doors: string
  readonly start: string
  readonly place: PlaceView
  readonly holder: string
  readonly timezone: string
  /** Tickets of the order that are not cancelled and that the buyer still holds. */
  readonly live: number
  /** All tickets of the order, and how many of them stand on the pages before this one. */
  readonly total: number
  readonly before: number
  /** The tickets of this page, at most `PASSES_PER_PAGE`. */
  readonly passes: readonly PassView[]
}

/** A code takes a millisecond or two to draw and 7 KB: larger orders have several pages. */
export const PASSES_PER_PAGE = CART.orderLimit

export interface PassesPlace {
  /** From 1 on. */
  readonly page: number
  readonly pages: number
}

/** Which page of the tickets this is. */
export const placeOfPage = ({ before, total }: Pick<PassesView, 'before' | 'total'>): PassesPlace => ({
  page: before / PASSES_PER_PAGE + 1,
  pages: Math.max(1, Math.ceil(total / PASSES_PER_PAGE)),
})

/** Number of tickets before the page that an address asks for; the first page where it asks for none. */
const beforePage = (total: number, requested: string | undefined): number => {
  const { pages } = placeOfPage({ before: 0, total })
  const page = Math.min(pages, Math.max(1, /^\d{1,3}$/.test(requested ?? '') ? Number(requested) : 1))
  return (page - 1) * PASSES_PER_PAGE
}

/** The tickets of the page that an address asks for. */
export const ticketsOfPage = (order: Pick<BuyerOrder, 'tickets'>, page: string | undefined): BuyerOrder['tickets'] => {
  const before = beforePage(order.tickets.length, page)
  return order.tickets.slice(before, before + PASSES_PER_PAGE)
}

type Gates = NonNullable<PublicEvent['settings']['gates']>

/** Names of the gates of a ticket type, where it does not enter at all of them. */
const gateNames = (gates: Gates, type: string, lang: Lang): string => {
  const names = gates.filter(({ events_ticket_uuids: types }) => types.length === 0 || types.includes(type))
  if (names.length === gates.length) return ''
  return commaText(
    names.map(({ name }) => name),
    lang,
  )
}

const DAY_MS = 86_400_000
/** Before the doors open: people look for the code on their way. */
const ENTRANCE_FROM_MS = 8 * 3_600_000

/** Whether the code is what the page is opened for: from some hours before the doors until the end. */
const isEntranceTime = (doors: string, endsAt: string, now: Date): boolean =>
  now.getTime() >= new Date(doors).getTime() - ENTRANCE_FROM_MS && now < new Date(endsAt)

export interface PassesContext {
  readonly lang: Lang
  readonly now: Date
  readonly qr: (text: string) => QrCode
  /** The view that the address asks for. */
  readonly requested: string | undefined
  /** The page of a large order that the address asks for. */
  readonly page?: string | undefined
  /** What the organiser offers for the order; undefined for nothing. */
  readonly offer?: RefundOffer | undefined
}

/** A transfer as the page of its buyer shows it. */
export const transferOf = (
  transfer: TicketTransfer | undefined,
  canTransfer: boolean,
  { lang, timezone }: { readonly lang: Lang; readonly timezone: string },
): TransferView => {
  if (!transfer) return { state: canTransfer ? 'possible' : 'none' }
  const { uuid, url, expires_at: until, to, accepted_at: when } = transfer
  if (transfer.state === 'accepted')
    return { state: 'accepted', to: to ?? '', when: when ? momentText(when, lang, timezone) : '' }
  return { state: 'offered', uuid, url: url ?? '', until: momentText(until, lang, timezone) }
}

const stateOf = (ticket: Pick<Ticket, 'status' | 'redemption'>, isAccepted: boolean): PassView['state'] => {
  if (ticket.status === 'cancelled') return 'cancelled'
  if (isAccepted) return 'transferred'
  return ticket.redemption === 'redeemed' ? 'used' : 'valid'
}

const isHeldByOthers = ({ transfer }: BuyerOrder['tickets'][number]): boolean => transfer?.state === 'accepted'

const passOf = (
  ticket: BuyerOrder['tickets'][number],
  order: BuyerOrder,
  gates: Gates,
  { lang, qr }: Pick<PassesContext, 'lang' | 'qr'>,
): PassView => {
  const state = stateOf(ticket, isHeldByOthers(ticket))
  const { timezone } = order.event
  return {
    uuid: ticket.uuid,
    number: ticket.number,
    url: ticket.url,
    gate: ticket.seat?.gate ?? gateNames(gates, ticket.events_ticket_uuid, lang),
    name: ticket.name,
    price: ticket.price,
    state,
    usedAt: state === 'used' && ticket.redeemed_at ? momentText(ticket.redeemed_at, lang, timezone) : '',
    transfer: transferOf(ticket.transfer, ticket.can_transfer, { lang, timezone }),
    seat: ticket.seat,
    lane: ticket.lane,
    qr: state === 'valid' || state === 'used' ? qr(ticket.code) : undefined,
  }
}

/** The tickets of a paid order, each with its QR. */
export const passesView = (
  order: BuyerOrder,
  event: PublicEvent | undefined,
  token: string,
  context: PassesContext,
): PassesView => {
  const { lang, now, requested } = context
  const doors = event?.settings.doors_at
  const isTime = !order.event.cancelled && isEntranceTime(doors ?? order.event.starts_at, order.event.ends_at, now)
  const opens = requested === 'entrance' || requested === 'list' ? requested : isTime ? 'entrance' : 'list'
  return {
    shared: false,
    opens,
    google: googleCalendarUrl(order.event, wholePlace(order.event, lang)),
    keepUntil: new Date(order.event.ends_at).getTime() + 2 * DAY_MS,
    uuid: order.uuid,
    token,
    number: order.number,
    event: orderEvent(order, event, lang, now),
    notice: orderNoticeOf(order, context.offer, { token, lang, now }),
    replaced: order.replaced_seats,
    over: new Date(order.event.ends_at) < now,
    day: dayLongText(order.event.starts_at, lang, order.event.timezone),
    doors: doors ? timeText(doors, lang, order.event.timezone) : '',
    start: timeText(order.event.starts_at, lang, order.event.timezone),
    place: placeOf(order.event, lang),
    holder: order.buyer.name ?? '',
    timezone: order.event.timezone,
    live: order.tickets.filter((ticket) => ticket.status !== 'cancelled' && !isHeldByOthers(ticket)).length,
    total: order.tickets.length,
    before: beforePage(order.tickets.length, context.page),
    passes: ticketsOfPage(order, context.page).map((ticket) =>
      passOf(ticket, order, event?.settings.gates ?? [], context),
    ),
  }
}

/** One ticket by its own link, in the form of an order with one ticket. */
export const sharedTicketView = (shared: SharedTicket, token: string, context: PassesContext): PassesView => {
  const { ticket, event, doors_at: doors } = shared
  const { lang, now, qr, requested } = context
  const state = stateOf(ticket, false)
  const pass: PassView = {
    uuid: ticket.uuid,
    number: ticket.number,
    url: '',
    gate: ticket.seat?.gate ?? commaText(shared.gates, lang),
    name: ticket.name,
    price: 0,
    state,
    usedAt: ticket.redeemed_at ? momentText(ticket.redeemed_at, lang, event.timezone) : '',
    transfer: { state: 'none' },
    seat: ticket.seat,
    lane: ticket.lane,
    qr: state === 'cancelled' ? undefined : qr(ticket.code),
  }
  return {
    shared: true,
    opens: requested === 'entrance' ? 'entrance' : 'list',
    google: googleCalendarUrl(event, wholePlace(event, lang)),
    keepUntil: new Date(event.ends_at).getTime() + 2 * DAY_MS,
    uuid: ticket.uuid,
    token,
    number: '',
    event: {
      uuid: event.uuid,
      slug: event.slug || event.uuid,
      name: event.name,
      when: momentOf(event.starts_at, now, lang, event.timezone),
      place: placeLine(event, lang),
      artwork: artworkOfUrl(event.uuid, event.banner, event.colors),
      organiser: event.name,
      seller: undefined,
    },
    notice: ticketNoticeOf(shared, lang, now),
    over: new Date(event.ends_at) < now,
    day: dayLongText(event.starts_at, lang, event.timezone),
    doors: doors ? timeText(doors, lang, event.timezone) : '',
    start: timeText(event.starts_at, lang, event.timezone),
    place: placeOf(event, lang),
    holder: shared.holder ?? '',
    timezone: event.timezone,
    live: state === 'cancelled' ? 0 : 1,
    total: 1,
    before: 0,
    passes: [pass],
  }
}

/**
 * The view without the paths of the codes that the page shows, because its script takes them from there. A list of several
 * tickets shows those that can still enter.
 */
export const withoutCodes = (view: PassesView): PassesView => {
  const isList = view.opens === 'list' && view.total > 1
  const isShown = ({ state }: PassView): boolean => !isList || (state === 'valid' && !view.over)
  return {
    ...view,
    passes: view.passes.map((pass) => (pass.qr && isShown(pass) ? { ...pass, qr: { ...pass.qr, path: '' } } : pass)),
  }
}

/** The view with the codes that the page shows. */
export const withCodes = (view: PassesView, codeOf: (uuid: string) => string | undefined): PassesView => ({
  ...view,
  passes: view.passes.map((pass) =>
    pass.qr ? { ...pass, qr: { ...pass.qr, path: codeOf(pass.uuid) ?? pass.qr.path } } : pass,
  ),
})
