import { DEFAULT_SEAT_RULES, type SeatRules } from '@kartis/domain/seats.ts'
import { googleCalendarUrl } from '@kartis/contract/google-calendar.ts'
import type { PublicEvent } from '@kartis/contract/public-events.ts'
import { dialledPhone } from '@kartis/domain/dialled-phone.ts'
import { israeliPhoneFor } from '@kartis/domain/foreign-phones.ts'
import { writtenPhone } from '@kartis/domain/phone.ts'
import { dayLongText, timeText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { dayOf, artworkOf, momentOf, placeOf, wholePlace } from './labels.ts'
import type { ArtworkView, PlaceView } from './labels.ts'

export type SaleState = PublicEvent['events_tickets'][number]['sale_state']
export type Phase = PublicEvent['phase']

export interface TicketTypeView {
  readonly uuid: string
  readonly name: string
  readonly info: string
  readonly price: number
  readonly max: number
  readonly left: number | null
  /** So few are left that the row says how many. */
  readonly scarce: boolean
  readonly state: SaleState
  /** When its sale opens, or ends before the event does, as a sentence; empty otherwise. */
  readonly note: string
}

/** Sentences of the event page that never change: the server writes them, so that its script need not. */
export interface Sentences {
  /** Doors, start and end. */
  readonly times: string
  /** That it was postponed, and from when; empty otherwise. */
  readonly moved: string
}

/** Sentences of the whole page: those of its ticket types by their uuid. */
export interface PageSentences extends Sentences {
  readonly notes: Readonly<Record<string, string>>
}

const NO_SENTENCES: PageSentences = { times: '', moved: '', notes: {} }

export interface FactsView extends Sentences {
  readonly day: string
  readonly start: string
  readonly place: PlaceView
  /** Link to Google's calendar with the event filled in. */
  readonly google: string
}

export interface EventView {
  readonly uuid: string
  readonly slug: string
  readonly name: string
  readonly phase: Phase
  readonly artwork: ArtworkView
  readonly facts: FactsView
  readonly categories: readonly string[]
  readonly artists: readonly string[]
  readonly about: string
  readonly age: number | null
  readonly accessibility: string
  readonly ticketTypes: readonly TicketTypeView[]
  /** Its places are numbered, and chosen on a page of their own. */
  readonly hasSeats: boolean
  /** How they are chosen. */
  readonly pick: SeatRules['pick']
  readonly orderLimit: number | null
  /** The limits count for one phone across its orders. */
  readonly perPhone: boolean
  /** The earliest opening of a sale that is still closed, as text. */
  readonly opens: string
  readonly organiser: {
    readonly name: string
    readonly company: string
    readonly number: string
    readonly phone: string
    /** What a link to the phone dials; undefined where that cannot be said. */
    readonly dial: string | undefined
    readonly email: string
  }
  /** A part of the prices is the fee of the service, which the buyers bear. */
  readonly hasFee: boolean
  /** Which orders need an Israeli phone. */
  readonly israeliPhone: 'all' | 'free' | undefined
  /** The last day on which the law allows cancelling an order made now; null when it is too late. */
  readonly lastDay: string | null
}

const factsOf = (event: PublicEvent, lang: Lang, { times, moved }: Sentences): FactsView => ({
  day: dayLongText(event.starts_at, lang, event.timezone),
  start: timeText(event.starts_at, lang, event.timezone),
  times,
  moved,
  place: placeOf(event, lang),
  google: googleCalendarUrl(event, wholePlace(event, lang)),
})

const organiserOf = ({ organiser, settings }: PublicEvent): EventView['organiser'] => {
  const phone = settings.contact_phone || organiser.phone
  return {
    name: organiser.name,
    company: organiser.vat_name || organiser.name,
    number: organiser.vat_number,
    phone: writtenPhone(phone),
    dial: dialledPhone(phone),
    email: settings.contact_email || organiser.email,
  }
}

/** The smaller of the two limits counts in the cart: an order cannot exceed what one phone may buy. */
const limitsOf = ({ order_limit, limit_per_phone }: PublicEvent['settings']) => {
  const limits = [order_limit, limit_per_phone].filter((limit) => typeof limit === 'number')
  const smallest = limits.length > 0 ? Math.min(...limits) : null
  return { orderLimit: smallest, perPhone: smallest !== null && smallest === limit_per_phone }
}

/** Whether buyers bear a fee of the service, which their prices include. */
export const hasFeeOf = ({ events_tickets: types }: Pick<PublicEvent, 'events_tickets'>): boolean =>
  types.some(({ service_fee }) => service_fee > 0)

/** The public event as its page shows it: dates and places as text, in one language. */
export const eventView = (event: PublicEvent, lang: Lang, now: Date, sentences = NO_SENTENCES): EventView => {
  const momentText = (when: string) => momentOf(when, now, lang, event.timezone)
  const openings = event.events_tickets
    .filter((ticketType) => ticketType.sale_state === 'not_started' && ticketType.sale_starts_at)
    .map((ticketType) => ticketType.sale_starts_at ?? '')
    .sort()
  return {
    uuid: event.uuid,
    slug: event.slug,
    name: event.name,
    phase: event.phase,
    artwork: artworkOf(event.uuid, event.attachments),
    facts: factsOf(event, lang, sentences),
    categories: event.categories.map((category) => category.name),
    artists: event.artists,
    about: event.description,
    age: event.settings.age_limit ?? null,
    accessibility: event.settings.accessibility ?? '',
    ticketTypes: event.events_tickets
      .filter((ticketType) => ticketType.sale_state !== 'not_for_sale')
      .map((ticketType) => ({
        uuid: ticketType.uuid,
        name: ticketType.name,
        info: ticketType.info,
        price: ticketType.price,
        max: ticketType.max_per_order,
        left: ticketType.left,
        scarce: ticketType.scarce,
        state: ticketType.sale_state,
        note: sentences.notes[ticketType.uuid] ?? '',
      })),
    hasSeats: event.seat_map !== null,
    pick: (event.seat_map?.rules ?? DEFAULT_SEAT_RULES).pick,
    ...limitsOf(event.settings),
    opens: openings[0] ? momentText(openings[0]) : '',
    organiser: organiserOf(event),
    hasFee: hasFeeOf(event),
    israeliPhone: israeliPhoneFor(
      event.settings.foreign_phones,
      event.events_tickets.filter(({ sale_state }) => sale_state !== 'not_for_sale').map(({ price }) => price),
    ),
    lastDay: event.cancellation.last_day ? dayOf(event.cancellation.last_day, lang) : null,
  }
}
