import { endReasonsOf, startReasonsOf } from '@kartis/domain/event.ts'
import { clockIn, dayAfter, dayIn, instantIn } from '@kartis/domain/zone.ts'

/** Event times as typed: days `2026-12-17`, times `21:00`, empty while missing. */
export interface EventTimes {
  readonly day: string | null
  readonly start: string
  readonly end: string
  /** The end has its own day. Otherwise an end earlier than the start is after midnight. */
  readonly other_day: boolean
  readonly end_day: string | null
  readonly doors: string
  /** Whether scanning is limited to a window. */
  readonly entry: boolean
  readonly entry_from: string
  readonly entry_to: string
}

export const NO_TIMES: EventTimes = {
  day: null,
  start: '',
  end: '',
  other_day: false,
  end_day: null,
  doors: '',
  entry: false,
  entry_from: '',
  entry_to: '',
}

export interface EventInstants {
  readonly starts_at?: Date
  readonly ends_at?: Date
  readonly doors_at: Date | null
  readonly entry_starts_at: Date | null
  readonly entry_ends_at: Date | null
}

/** The instant nearest to `to` at this time of day: with a start at 00:30, doors at 23:45 are on the evening before. */
const nearest = (zone: string, to: Date, clock: string): Date => {
  const day = dayIn(zone, to)
  const distance = (at: Date): number => Math.abs(at.getTime() - to.getTime())
  return [-1, 0, 1]
    .map((days) => instantIn(zone, dayAfter(day, days), clock))
    .reduce((best, at) => (distance(at) < distance(best) ? at : best))
}

const lastBefore = (zone: string, limit: Date, clock: string): Date => {
  const day = dayIn(zone, limit)
  const sameDay = instantIn(zone, day, clock)
  return sameDay <= limit ? sameDay : instantIn(zone, dayAfter(day, -1), clock)
}

/** The day on which the event ends, or null while unknown. */
export const endDayOf = ({ day, start, end, other_day: otherDay, end_day: endDay }: EventTimes): string | null => {
  if (otherDay) return endDay
  return day !== null && end !== '' && end < start ? dayAfter(day) : day
}

export const instantsOf = (times: EventTimes, zone: string): EventInstants => {
  const endDay = endDayOf(times)
  const starts = times.day !== null && times.start !== '' ? instantIn(zone, times.day, times.start) : undefined
  const ends = endDay !== null && times.end !== '' ? instantIn(zone, endDay, times.end) : undefined
  const { entry } = times
  return {
    ...(starts && { starts_at: starts }),
    ...(ends && { ends_at: ends }),
    doors_at: starts && times.doors !== '' ? nearest(zone, starts, times.doors) : null,
    entry_starts_at: starts && entry && times.entry_from !== '' ? nearest(zone, starts, times.entry_from) : null,
    entry_ends_at: ends && entry && times.entry_to !== '' ? lastBefore(zone, ends, times.entry_to) : null,
  }
}

interface KnownTimes {
  readonly starts_at: string
  readonly ends_at: string
  readonly settings?:
    | {
        readonly doors_at?: string | null | undefined
        readonly entry_starts_at?: string | null | undefined
        readonly entry_ends_at?: string | null | undefined
      }
    | undefined
}

/** Converts an event's instants back into typed times. */
export const timesOf = (event: KnownTimes, zone: string): EventTimes => {
  const clock = (at: string | null | undefined): string => (at ? clockIn(zone, new Date(at)) : '')
  const day = dayIn(zone, new Date(event.starts_at))
  const start = clock(event.starts_at)
  const { settings } = event
  return {
    day,
    start,
    ...endingOf(day, start, new Date(event.ends_at), zone),
    doors: clock(settings?.doors_at),
    entry: Boolean(settings?.entry_starts_at ?? settings?.entry_ends_at),
    entry_from: clock(settings?.entry_starts_at),
    entry_to: clock(settings?.entry_ends_at),
  }
}

type Ending = Pick<EventTimes, 'end' | 'other_day' | 'end_day'>

const endingOf = (day: string, start: string, ends: Date, zone: string): Ending => {
  const end = clockIn(zone, ends)
  const endDay = dayIn(zone, ends)
  const plain = endDay === day ? end > start : endDay === dayAfter(day) && end < start
  return { end, other_day: !plain, end_day: plain ? null : endDay }
}

/** Used while no day is chosen; no clock change is near it. */
const ANY_DAY = '2026-01-15'

/** The end after a duration in real minutes; undefined without a start time. */
export const endAfter = (times: EventTimes, minutes: number, zone: string): Ending | undefined => {
  if (times.start === '') return undefined
  const day = times.day ?? ANY_DAY
  const starts = instantIn(zone, day, times.start)
  const ending = endingOf(day, times.start, new Date(starts.getTime() + minutes * 60_000), zone)
  return times.day === null ? { ...ending, end_day: null } : ending
}

/** The times with another start and the same duration. */
export const withStart = (
  times: EventTimes,
  change: Pick<Partial<EventTimes>, 'day' | 'start'>,
  zone: string,
): EventTimes => {
  const moved = { ...times, ...change }
  const long = minutesLong(times, zone)
  return long !== undefined && long > 0 && moved.day !== null ? { ...moved, ...endAfter(moved, long, zone) } : moved
}

/** Duration in minutes; undefined while start or end is missing. */
export const minutesLong = (times: EventTimes, zone: string): number | undefined => {
  const { starts_at: starts, ends_at: ends } = instantsOf(times, zone)
  return starts && ends ? (ends.getTime() - starts.getTime()) / 60_000 : undefined
}

/** An end before the start means the next day; so long an event was more likely a typing error. */
const LONG_NIGHT_MINUTES = 12 * 60

/** Whether the event ends on the next day by its hours alone, and lasts longer than a night does. */
export const isLongOvernight = (times: EventTimes, zone: string): boolean => {
  const minutes = minutesLong(times, zone)
  return !times.other_day && endDayOf(times) !== times.day && minutes !== undefined && minutes > LONG_NIGHT_MINUTES
}

/** `22:30`: the hours and minutes of a duration. */
export const lengthText = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(Math.round(minutes % 60)).padStart(2, '0')}`

/** Until then an event belongs to the night that began on the day before. */
const NIGHT_ENDS = '04:00'

/** The days that the night of an event lies between, where it starts after midnight: 00:30 on Thursday is taken for Thursday night. */
export const nightOf = ({ day, start }: EventTimes): { readonly before: string; readonly day: string } | undefined =>
  day !== null && start !== '' && start < NIGHT_ENDS ? { before: dayAfter(day, -1), day } : undefined

/** Whether the event would have started before `now`, unless it did so all along (`before`). */
export const startsInPast = (times: EventTimes, zone: string, now: Date, before?: string): boolean => {
  const { starts_at: starts } = instantsOf(times, zone)
  return starts !== undefined && starts < now && (before === undefined || +starts !== +new Date(before))
}

type TimeReasons = Record<string, string[]>

/** Validation reasons by field: keys of `validation` or `wizard:reasons`. */
export const timeReasons = (times: EventTimes, zone: string, now = new Date()): TimeReasons => {
  const at = instantsOf(times, zone)
  const wrong: TimeReasons = {}
  if (times.day === null) wrong['day'] = ['choose_day']
  if (times.start === '') wrong['start'] = ['required']
  if (times.end === '') wrong['end'] = ['required']
  if (times.other_day && times.end_day === null) wrong['end_day'] = ['choose_day']
  if (at.starts_at && at.ends_at) {
    const reasons = endReasonsOf(at.starts_at, at.ends_at)
    // So late an end is that of another day; an early one may be that of the hour.
    if (reasons.length > 0) wrong[reasons.includes('lasts_too_long') ? 'end_day' : 'end'] = reasons
  }
  const far = at.starts_at ? startReasonsOf(at.starts_at, now) : []
  if (far.length > 0) wrong['day'] = far
  if (at.doors_at && at.starts_at && at.doors_at > at.starts_at) wrong['doors'] = ['doors_after_start']
  if (times.entry && times.entry_from === '' && times.entry_to === '') wrong['entry_from'] = ['required']
  if (at.entry_starts_at && at.ends_at && at.entry_starts_at >= at.ends_at) wrong['entry_from'] = ['entry_after_end']
  if (at.entry_ends_at && at.entry_ends_at <= (at.entry_starts_at ?? at.doors_at ?? new Date(0)))
    wrong['entry_to'] = ['entry_ends_early']
  return wrong
}
