import { EVENT } from './limits.ts'
import type { FieldReasons, Reason } from './reason.ts'
import { reasonsOf } from './reason.ts'
import type { Refusal } from './refusal.ts'
import { refuse } from './refusal.ts'
import type { StateTable } from './states.ts'
import { isScarce, type SaleState } from './ticket-type.ts'
import { startOfDayIn } from './zone.ts'

export const EVENT_STATES = ['draft', 'published', 'archived'] as const
export type EventState = (typeof EVENT_STATES)[number]
export const EVENT_MOVES: StateTable<EventState> = {
  draft: ['published', 'archived'],
  published: ['draft', 'archived'],
  archived: [],
}

const HOUR = 3_600_000

/** Fields whose change buyers are notified of: when and where. */
export const NOTIFIED_FIELDS = [
  'starts_at',
  'ends_at',
  'address_description',
  'address_street',
  'address_street_number',
  'address_city',
] as const

export type EventVerb = 'publish' | 'unpublish' | 'archive'
const LEADS_TO: Readonly<Record<EventVerb, EventState>> = {
  publish: 'published',
  unpublish: 'draft',
  archive: 'archived',
}

export interface EventTimes {
  readonly startsAt: Date
  readonly endsAt: Date
}

/** Upcoming, on, or over: the times alone. */
export const timePhase = (event: EventTimes, now: Date): 'upcoming' | 'running' | 'over' => {
  if (now < event.startsAt) return 'upcoming'
  return now < event.endsAt ? 'running' : 'over'
}

export type EventStage = 'draft' | 'cancelled' | 'selling' | 'today' | 'over'

/** Hours before the start at which the day of the event begins, where the calendar day has not begun yet. */
const DAY_OF_EVENT_HOURS = 8

/**
 * What the producer has to do with an event now: prepare it, sell it, let people in, settle it, or refund what was
 * cancelled. The day of the event is the calendar day of its start in its zone, and at least eight hours before it.
 */
export const eventStage = (
  event: EventTimes & {
    readonly status: EventState
    readonly timezone: string
    readonly isCancelled?: boolean
  },
  now: Date,
): EventStage => {
  if (now >= event.endsAt) return 'over'
  if (event.isCancelled) return 'cancelled'
  if (event.status === 'draft') return 'draft'
  const begins = Math.min(
    startOfDayIn(event.timezone, event.startsAt).getTime(),
    event.startsAt.getTime() - DAY_OF_EVENT_HOURS * HOUR,
  )
  return now.getTime() >= begins ? 'today' : 'selling'
}

/** Tickets may be bought until the event ends: latecomers buy by phone at the entrance. */
export const isOnSale = (event: EventTimes & { readonly status: EventState }, now: Date): boolean =>
  event.status === 'published' && now < event.endsAt

/** The summary opens more than four hours after the end. */
export const isSummaryAvailable = (event: { readonly endsAt: Date }, now: Date): boolean =>
  now.getTime() - event.endsAt.getTime() > EVENT.summaryHoursAfterEnd * HOUR

export const EVENT_PHASES = [
  'draft',
  'on_sale',
  'last_tickets',
  'sold_out',
  'not_started',
  'sale_ended',
  'running',
  'over',
  'archived',
] as const
export type EventPhase = (typeof EVENT_PHASES)[number]

export interface TypeOnPage {
  readonly saleState: SaleState
  readonly left: number
  readonly total: number
}

/** The sale as a whole, of the types that the public may buy: any open one opens it. */
const salePhase = (types: readonly TypeOnPage[]): EventPhase => {
  const open = types.filter((type) => type.saleState === 'on_sale')
  if (open.length > 0) {
    const left = open.reduce((sum, type) => sum + type.left, 0)
    const total = open.reduce((sum, type) => sum + type.total, 0)
    return isScarce({ left, total }) ? 'last_tickets' : 'on_sale'
  }
  const has = (state: SaleState): boolean => types.some((type) => type.saleState === state)
  if (has('not_started')) return 'not_started'
  if (has('sold_out')) return 'sold_out'
  // A published page with nothing to buy yet announces a sale to come.
  return has('ended') ? 'sale_ended' : 'not_started'
}

/** The phase of an event: from its status, then its times, then its stock. */
export const eventPhase = (
  event: EventTimes & { readonly status: EventState },
  types: readonly TypeOnPage[],
  now: Date,
): EventPhase => {
  if (event.status !== 'published') return event.status
  const time = timePhase(event, now)
  return time === 'upcoming' ? salePhase(types) : time
}

/** The properties of an event that decide whether its page may open. */
export interface Readiness extends Partial<EventTimes> {
  readonly name: string
  readonly categories: number
  readonly hasPlace: boolean
  readonly ticketTypes: number
  readonly images: number
  readonly hasDescription: boolean
  /** Sold by seats, and no seat map was taken yet. */
  readonly lacksSeating: boolean
}

export const MISSING = ['name', 'starts_at', 'ends_at', 'already_over', 'location', 'categories', 'seating'] as const
export const ADVICE = ['ticket_types', 'images', 'description'] as const
export type Missing = (typeof MISSING)[number]
export type Advice = (typeof ADVICE)[number]

const only = <T extends string>(facts: Readonly<Record<T, boolean>>): T[] =>
  (Object.keys(facts) as T[]).filter((key) => facts[key])

/**
 * `missing` keeps the page closed; `advice` does not block: a page without tickets announces a sale to come,
 * and opens it by itself when the first ticket type is added.
 */
export const publishReadiness = (
  event: Readiness,
  now: Date,
): { readonly missing: Missing[]; readonly advice: Advice[] } => ({
  missing: only({
    name: event.name.trim() === '',
    starts_at: event.startsAt === undefined,
    ends_at: event.endsAt === undefined || (event.startsAt !== undefined && event.endsAt <= event.startsAt),
    already_over: event.endsAt !== undefined && event.endsAt <= now,
    location: !event.hasPlace,
    categories: event.categories < EVENT.minCategories,
    seating: event.lacksSeating,
  }),
  advice: only({
    ticket_types: event.ticketTypes === 0,
    images: event.images === 0,
    description: !event.hasDescription,
  }),
})

export interface MoveFacts {
  readonly status: EventState
  readonly endsAt: Date
  readonly missing: readonly Missing[]
  readonly soldTickets: number
}

/**
 * Whether the event may take the step, and the state it leads to. `conflict` when the table has no such step;
 * an event with valid tickets can be archived only after it is over.
 */
export const decideEventMove = (verb: EventVerb, event: MoveFacts, now: Date): EventState | Refusal => {
  const to = LEADS_TO[verb]
  if (!EVENT_MOVES[event.status].includes(to)) return refuse('conflict', { detail: { status: event.status } })
  if (verb === 'publish' && event.missing.length > 0)
    return refuse('event_not_ready', { detail: { missing: event.missing } })
  if (verb === 'archive' && event.soldTickets > 0 && now < event.endsAt)
    return refuse('event_has_sales', { detail: { sold: event.soldTickets } })
  return to
}

export interface EventDraft {
  readonly name: string
  readonly starts_at: Date
  readonly ends_at: Date
  readonly timezone: string
  readonly categories: readonly string[]
}

const isTimeZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const categoryReasons = (categories: readonly string[]): Reason[] => {
  if (categories.length < EVENT.minCategories) return ['too_few_categories']
  if (categories.length > EVENT.maxCategories) return ['too_many_categories']
  return new Set(categories).size < categories.length ? ['duplicate'] : []
}

const nameReasons = (name: string): Reason[] => {
  if (name.trim() === '') return ['required']
  return name.trim().length > EVENT.maxNameChars ? ['too_long'] : []
}

const timeReasons = (time: Date): Reason[] => (Number.isNaN(time.getTime()) ? ['invalid_date'] : [])

const DAY_MS = 86_400_000
const YEAR_MS = 365.25 * DAY_MS

/** Why an event may not end then: before it starts, or so long afterwards that a date must be mistyped. */
export const endReasonsOf = (startsAt: Date, endsAt: Date): Reason[] => {
  if (endsAt <= startsAt) return ['end_before_start']
  return endsAt.getTime() - startsAt.getTime() > EVENT.maxDays * DAY_MS ? ['lasts_too_long'] : []
}

/** Why an event may not start then: so far from now that the year must be mistyped. */
export const startReasonsOf = (startsAt: Date, now: Date): Reason[] =>
  startsAt.getTime() - now.getTime() > EVENT.maxYearsAhead * YEAR_MS ? ['too_far_ahead'] : []

const startReasons = ({ starts_at: startsAt }: Partial<EventDraft>, now: Date | undefined): Reason[] => {
  if (startsAt === undefined) return []
  const wrong = timeReasons(startsAt)
  return wrong.length === 0 && now ? startReasonsOf(startsAt, now) : wrong
}

const endReasons = (draft: Partial<EventDraft>): Reason[] => {
  if (draft.ends_at === undefined) return []
  const wrong = timeReasons(draft.ends_at)
  return wrong.length === 0 && draft.starts_at ? endReasonsOf(draft.starts_at, draft.ends_at) : wrong
}

/** Forms send minutes: a time that differs by its seconds alone was not moved. */
const MINUTE = 60_000

const isMoved = (before: Date, after: Date): boolean =>
  Math.floor(before.getTime() / MINUTE) !== Math.floor(after.getTime() / MINUTE)

/**
 * Why the times of an event with tickets may not be moved so: into the past. It would end the sale, the cancellation of orders
 * and the wait for the payout by the word of the producer alone.
 */
export const pastReasons = (before: EventTimes, after: EventTimes, now: Date): FieldReasons =>
  reasonsOf({
    starts_at: after.startsAt <= now && isMoved(before.startsAt, after.startsAt) ? ['sold_not_past'] : [],
    ends_at: after.endsAt <= now && isMoved(before.endsAt, after.endsAt) ? ['sold_not_past'] : [],
  })

/** Validates the fields that are present, so that it serves creation, each wizard step and change; for the times pass both and `now`. */
export const eventReasons = (draft: Partial<EventDraft>, now?: Date): FieldReasons =>
  reasonsOf({
    name: draft.name === undefined ? [] : nameReasons(draft.name),
    starts_at: startReasons(draft, now),
    ends_at: endReasons(draft),
    timezone: draft.timezone === undefined || isTimeZone(draft.timezone) ? [] : ['invalid_time_zone'],
    categories: draft.categories === undefined ? [] : categoryReasons(draft.categories),
  })
