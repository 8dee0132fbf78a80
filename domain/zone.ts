/** Israel's zone: the zone of an event unless the producer chooses another, and that of days of tax, of reports and of jobs. */
export const ISRAEL_ZONE = 'Asia/Jerusalem'

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const cached = formats.get(zone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(zone, format)
  return format
}

type Fields = Readonly<Record<string, string>>

/** Fields of seconds that were asked for: the times of an event are needed for each of its orders and messages. */
const fieldsBySecond = new Map<string, Fields>()
const MAX_FIELDS = 500

const fieldsOf = (zone: string, at: Date): Fields => {
  const key = `${zone} ${Math.floor(at.getTime() / 1000)}`
  const cached = fieldsBySecond.get(key)
  if (cached) return cached
  const fields = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  if (fieldsBySecond.size >= MAX_FIELDS) fieldsBySecond.clear()
  fieldsBySecond.set(key, fields)
  return fields
}

/** The calendar day of an instant in a zone, `YYYY-MM-DD`. */
export const dayIn = (zone: string, at: Date): string => {
  const local = fieldsOf(zone, at)
  return `${local.year}-${local.month}-${local.day}`
}

/** The zone's offset from UTC at an instant, in milliseconds. */
const offsetIn = (zone: string, at: Date): number => {
  const local = fieldsOf(zone, at)
  const shown = Date.UTC(
    Number(local.year),
    Number(local.month) - 1,
    Number(local.day),
    Number(local.hour),
    Number(local.minute),
    Number(local.second),
  )
  return shown - Math.floor(at.getTime() / 1000) * 1000
}

/** The instant at which the zone's calendar day of `at` begins, also on days on which the clock changes. */
export const startOfDayIn = (zone: string, at: Date): Date => {
  const midnight = Date.parse(`${dayIn(zone, at)}T00:00:00Z`)
  const guess = new Date(midnight - offsetIn(zone, at))
  return new Date(midnight - offsetIn(zone, guess))
}

/** The zone's local time of an instant, as a Date whose UTC fields hold it; spreadsheets need this form. */
export const localTimeIn = (zone: string, at: Date): Date => new Date(at.getTime() + offsetIn(zone, at))

const DAY = 86_400_000

/** The same local time so many days later, also across a change of the clock. */
export const addDaysIn = (zone: string, at: Date, days: number): Date => {
  const later = new Date(at.getTime() + days * DAY)
  return new Date(later.getTime() + offsetIn(zone, at) - offsetIn(zone, later))
}

/**
 * The instant at which the zone's clock shows this day and time (`2026-12-17`, `21:00`). Of an hour that occurs twice in
 * autumn it is the first; a time that is skipped in spring is moved forward by the missing hour.
 */
export const instantIn = (zone: string, day: string, clock: string): Date => {
  const local = Date.parse(`${day}T${clock}:00Z`)
  const before = offsetIn(zone, new Date(local - DAY))
  const after = offsetIn(zone, new Date(local + DAY))
  const earlier = new Date(local - Math.max(before, after))
  const later = new Date(local - Math.min(before, after))
  const shows = (at: Date): boolean => at.getTime() + offsetIn(zone, at) === local
  if (shows(earlier)) return earlier
  return shows(later) ? later : new Date(local - before)
}

/** The zone's local time at an instant, `21:00`. */
export const clockIn = (zone: string, at: Date): string => localTimeIn(zone, at).toISOString().slice(11, 16)

/** The calendar day so many days later. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** Whether a text is a day of the calendar, `YYYY-MM-DD`: `Date` takes 30 February for 2 March. */
export const isCalendarDay = (text: string): boolean => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
