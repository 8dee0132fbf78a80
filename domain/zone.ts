const parts = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = parts.get(zone)
  if (known) return known
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
  parts.set(zone, format)
  return format
}

const wallOf = (zone: string, at: Date): Record<string, string> =>
  Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )

/** The calendar day of an instant in a zone, `YYYY-MM-DD`. */
export const dayIn = (zone: string, at: Date): string => {
  const wall = wallOf(zone, at)
  return `${wall.year}-${wall.month}-${wall.day}`
}

/** How far the zone's wall clock is ahead of UTC at an instant, in milliseconds. */
const offsetIn = (zone: string, at: Date): number => {
  const wall = wallOf(zone, at)
  const shown = Date.UTC(
    Number(wall.year),
    Number(wall.month) - 1,
    Number(wall.day),
    Number(wall.hour),
    Number(wall.minute),
    Number(wall.second),
  )
  return shown - Math.floor(at.getTime() / 1000) * 1000
}

/** The instant at which the zone's calendar day of `at` begins; right on the days on which the clock changes. */
export const startOfDayIn = (zone: string, at: Date): Date => {
  const midnight = Date.parse(`${dayIn(zone, at)}T00:00:00Z`)
  const guess = new Date(midnight - offsetIn(zone, at))
  return new Date(midnight - offsetIn(zone, guess))
}

/** The zone's wall time of an instant, as a Date whose UTC fields read it: what spreadsheets want. */
export const wallTimeIn = (zone: string, at: Date): Date => new Date(at.getTime() + offsetIn(zone, at))

const DAY = 86_400_000

/** The same wall time so many days later, also across a change of the clock. */
export const addDaysIn = (zone: string, at: Date, days: number): Date => {
  const later = new Date(at.getTime() + days * DAY)
  return new Date(later.getTime() + offsetIn(zone, at) - offsetIn(zone, later))
}

/**
 * The instant at which the zone's clock shows this day and time (`2026-12-17`, `21:00`). Of an hour that comes twice in
 * autumn it is the first; one that is skipped in spring is moved on by the hour that is missing.
 */
export const instantIn = (zone: string, day: string, clock: string): Date => {
  const wall = Date.parse(`${day}T${clock}:00Z`)
  const before = offsetIn(zone, new Date(wall - DAY))
  const after = offsetIn(zone, new Date(wall + DAY))
  const earlier = new Date(wall - Math.max(before, after))
  const later = new Date(wall - Math.min(before, after))
  const shows = (at: Date): boolean => at.getTime() + offsetIn(zone, at) === wall
  if (shows(earlier)) return earlier
  return shows(later) ? later : new Date(wall - before)
}

/** The zone's clock at an instant, `21:00`. */
export const clockIn = (zone: string, at: Date): string => wallTimeIn(zone, at).toISOString().slice(11, 16)

/** The calendar day so many days later; no zone is asked, a date is a date. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
