import type { PublicEvent } from '@kartis/contract/public-events.ts'
import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { dayLongText, momentText, timeText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { QrCode } from '../page-types.ts'
import { dayOf, artworkOf, artworkOfUrl, momentOf, placeLine, placeOf } from './labels.ts'
import type { ArtworkView, PlaceView } from './labels.ts'

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
  /** The last day on which the law allows cancelling, as text. */
  readonly lastDay: string | null
  readonly feeMax: number
}

const orderEvent = (order: BuyerOrder, event: PublicEvent | undefined, lang: Lang, now: Date): OrderEventView => ({
  uuid: order.event.uuid,
  slug: order.event.slug || order.event.uuid,
  name: order.event.name,
  when: momentOf(order.event.starts_at, now, lang, order.event.timezone),
  place: placeLine(order.event),
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
  lastDay: order.cancellation.last_day ? dayOf(order.cancellation.last_day, lang) : null,
  feeMax: order.cancellation.fee,
})

export interface PassView {
  readonly uuid: string
  readonly name: string
  readonly price: number
  readonly state: 'valid' | 'used' | 'cancelled'
  readonly usedAt: string
  readonly seat: { readonly section: string; readonly row: string; readonly number: string } | undefined
  readonly qr: QrCode | undefined
}

export interface PassesView {
  readonly uuid: string
  readonly token: string
  readonly number: string
  readonly event: OrderEventView
  readonly over: boolean
  readonly day: string
  readonly doors: string
  readonly start: string
  readonly place: PlaceView
  readonly holder: string
  readonly passes: readonly PassView[]
}

const passOf = (
  ticket: BuyerOrder['tickets'][number],
  order: BuyerOrder,
  lang: Lang,
  qr: (text: string) => QrCode,
): PassView => {
  const state = ticket.status === 'cancelled' ? 'cancelled' : ticket.redemption === 'redeemed' ? 'used' : 'valid'
  return {
    uuid: ticket.uuid,
    name: ticket.name,
    price: ticket.price,
    state,
    usedAt: ticket.redeemed_at ? momentText(ticket.redeemed_at, lang, order.event.timezone) : '',
    seat: ticket.seat,
    qr: state === 'cancelled' ? undefined : qr(ticket.code),
  }
}

/** The tickets of a paid order, each with its QR. */
export const passesView = (
  order: BuyerOrder,
  event: PublicEvent | undefined,
  token: string,
  lang: Lang,
  now: Date,
  qr: (text: string) => QrCode,
): PassesView => {
  const doors = event?.settings.doors_at
  return {
    uuid: order.uuid,
    token,
    number: order.number,
    event: orderEvent(order, event, lang, now),
    over: new Date(order.event.ends_at) < now,
    day: dayLongText(order.event.starts_at, lang, order.event.timezone),
    doors: doors ? timeText(doors, lang, order.event.timezone) : '',
    start: timeText(order.event.starts_at, lang, order.event.timezone),
    place: placeOf(order.event),
    holder: order.buyer.name ?? '',
    passes: order.tickets.map((ticket) => passOf(ticket, order, lang, qr)),
  }
}
