import type { EventSettings } from '@kartis/contract/events.ts'
import { MAX_LANES } from '@kartis/domain/lanes.ts'
import { readCount } from '../../shared/typed-numbers.ts'

type Gates = NonNullable<EventSettings['gates']>

/** A gate while it is edited. */
export interface GateDraft {
  readonly id: number
  readonly name: string
  readonly types: readonly string[]
  readonly lanes: readonly number[]
}

const MIN_LANES = 2

/** Parses the typed number of lanes; undefined if an event cannot have as many. */
export const readLanes = (text: string): number | undefined => {
  const count = readCount(text)
  return count >= MIN_LANES && count <= MAX_LANES ? count : undefined
}

/** The saved gates as drafts. */
export const draftsOf = (gates: Gates): GateDraft[] =>
  gates.map(({ name, events_ticket_uuids: types, lanes = [] }, id) => ({ id, name, types, lanes }))

/** The gates as they are saved: names without spaces around them, lanes only where a gate has some. */
export const gatesOf = (drafts: readonly GateDraft[]): Gates =>
  drafts.map(({ name, types, lanes }) => ({
    name: name.trim(),
    events_ticket_uuids: [...types],
    ...(lanes.length > 0 && { lanes: lanes.toSorted((a, b) => a - b) }),
  }))

/** Names that are missing or occur twice, by the place of the gate. */
export const nameReasons = (drafts: readonly GateDraft[]): readonly ('missing' | 'duplicate' | undefined)[] =>
  drafts.map(({ name }, place) => {
    if (name.trim() === '') return 'missing'
    return drafts.findIndex((other) => other.name.trim() === name.trim()) < place ? 'duplicate' : undefined
  })
