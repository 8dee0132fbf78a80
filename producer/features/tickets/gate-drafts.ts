import type { EventSettings } from '@kartis/contract/events.ts'
import { MAX_LANES } from '@kartis/domain/lanes.ts'
import { MAX_ENTRIES_PER_DAY } from '@kartis/domain/re-entry.ts'
import { lacksTime } from '../../shared/local-moment.ts'
import { readCount } from '../../shared/typed-numbers.ts'

type Gates = NonNullable<EventSettings['gates']>

/** From when to when, as ISO instants; empty where an end is open, and a day that ends with `T` while its time is missing. */
export interface HoursDraft {
  readonly opens: string
  readonly closes: string
}

export const NO_HOURS: HoursDraft = { opens: '', closes: '' }

/** The saved hours as a draft. */
export const hoursDraftOf = (saved: {
  readonly opens_at?: string | null | undefined
  readonly closes_at?: string | null | undefined
}): HoursDraft => ({ opens: saved.opens_at ?? '', closes: saved.closes_at ?? '' })

/** The hours as they are saved; nothing without any. */
export const hoursOf = ({ opens, closes }: HoursDraft) => ({
  ...(opens !== '' && { opens_at: opens }),
  ...(closes !== '' && { closes_at: closes }),
})

/** What keeps the hours from being saved: a day lacks its time, or they end before they begin. */
export const hoursWrong = ({ opens, closes }: HoursDraft): 'unfinished' | 'backwards' | undefined => {
  if (lacksTime(opens) || lacksTime(closes)) return 'unfinished'
  return opens !== '' && closes !== '' && Date.parse(closes) <= Date.parse(opens) ? 'backwards' : undefined
}

/** A gate while it is edited. */
export interface GateDraft {
  readonly id: number
  readonly name: string
  readonly types: readonly string[]
  readonly lanes: readonly number[]
  /** ISO instants; empty without. */
  readonly hours: HoursDraft
}

const MIN_LANES = 2

/** Parses the typed number of lanes; undefined if an event cannot have as many. */
export const readLanes = (text: string): number | undefined => {
  const count = readCount(text)
  return count >= MIN_LANES && count <= MAX_LANES ? count : undefined
}

/** Parses the typed number of entries a day; undefined if no ticket may have as many. */
export const readEntries = (text: string): number | undefined => {
  const count = readCount(text)
  return count >= 1 && count <= MAX_ENTRIES_PER_DAY ? count : undefined
}

/** The gates with the lanes that an event of so many has; the server takes no others. */
export const gatesWithin = (gates: Gates, count: number): Gates =>
  gates.map(({ lanes, ...gate }) => {
    const own = lanes?.filter((lane) => lane <= count) ?? []
    return own.length > 0 ? { ...gate, lanes: own } : gate
  })

/** The saved gates as drafts. */
export const draftsOf = (gates: Gates): GateDraft[] =>
  gates.map(({ name, events_ticket_uuids: types, lanes = [], ...hours }, id) => ({
    id,
    name,
    types,
    lanes,
    hours: hoursDraftOf(hours),
  }))

/** The gates as they are saved: names without spaces around them, lanes only where a gate has some. */
export const gatesOf = (drafts: readonly GateDraft[]): Gates =>
  drafts.map(({ name, types, lanes, hours }) => ({
    name: name.trim(),
    events_ticket_uuids: [...types],
    ...(lanes.length > 0 && { lanes: lanes.toSorted((a, b) => a - b) }),
    ...hoursOf(hours),
  }))

/** Names that are missing or occur twice, by the place of the gate. */
export const nameReasons = (drafts: readonly GateDraft[]): readonly ('missing' | 'duplicate' | undefined)[] =>
  drafts.map(({ name }, place) => {
    if (name.trim() === '') return 'missing'
    return drafts.findIndex((other) => other.name.trim() === name.trim()) < place ? 'duplicate' : undefined
  })
