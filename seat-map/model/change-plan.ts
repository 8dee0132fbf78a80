import { type CompiledMap, describePlace, indexOfKeys, WHEELCHAIR } from './compile.ts'

/** What a new edition means for one place or area of an event. */
export type PlaceChange = 'kept' | 'moved' | 'relabelled' | 'recategorised' | 'added' | 'removed' | 'refused'

export type PlaceState = 'free' | 'held' | 'sold'

/** Why a change is refused as a whole: move the holder first. */
export type ChangeRefusal = 'removed' | 'no_longer_accessible' | 'capacity_below_sold'

export interface PlannedChange {
  /** `row.key`, or the id of an area. */
  readonly place: string
  /** One of `kept`, `added`, `removed` and `refused`, or what differs: several may. */
  readonly changes: readonly PlaceChange[]
  readonly state: PlaceState
  readonly refusal?: ChangeRefusal
  /** What people read of it, before and after. */
  readonly before?: ReturnType<typeof describePlace>
  readonly after?: ReturnType<typeof describePlace>
}

export interface ChangePlan {
  /** Every place of either edition, those of the old one first. */
  readonly places: readonly PlannedChange[]
  readonly areas: readonly PlannedChange[]
  readonly counts: Readonly<Record<PlaceChange, number>>
  /** Nothing is refused: it may be applied as a whole. */
  readonly isApplicable: boolean
}

/** Nearer than this a place stands where it stood. */
const MOVED_CM = 1

type Described = ReturnType<typeof describePlace>

const readsAlike = (a: Described, b: Described): boolean =>
  a.section === b.section && a.row === b.row && a.number === b.number && a.gate === b.gate

interface Both {
  readonly before: CompiledMap
  readonly after: CompiledMap
}

const categoryOf = (map: CompiledMap, place: number): string | undefined => map.categories[map.category[place] ?? 0]

const compared = ({ before, after }: Both, old: number, next: number, state: PlaceState): PlannedChange => {
  const place = before.keys[old] ?? ''
  const texts = { before: describePlace(before, old), after: describePlace(after, next) }
  // Whoever bought a place for a wheelchair needs one, whatever else stays.
  const wasAccessible = ((before.flags[old] ?? 0) & WHEELCHAIR) !== 0
  const isAccessible = ((after.flags[next] ?? 0) & WHEELCHAIR) !== 0
  if (state !== 'free' && wasAccessible && !isAccessible)
    return { place, changes: ['refused'], state, refusal: 'no_longer_accessible', ...texts }
  const changes: PlaceChange[] = []
  const distance = Math.hypot((before.x[old] ?? 0) - (after.x[next] ?? 0), (before.y[old] ?? 0) - (after.y[next] ?? 0))
  if (distance > MOVED_CM) changes.push('moved')
  if (!readsAlike(texts.before, texts.after)) changes.push('relabelled')
  if (categoryOf(before, old) !== categoryOf(after, next)) changes.push('recategorised')
  return { place, changes: changes.length > 0 ? changes : ['kept'], state, ...texts }
}

const planPlaces = (maps: Both, stateOf: (place: string) => PlaceState): PlannedChange[] => {
  const { before, after } = maps
  const indexes = indexOfKeys(after.keys)
  const existing = new Set(before.keys)
  const old = before.keys.map((place, index): PlannedChange => {
    const next = indexes.get(place)
    const state = stateOf(place)
    if (next !== undefined) return compared(maps, index, next, state)
    const text = describePlace(before, index)
    if (state === 'free') return { place, changes: ['removed'], state, before: text }
    return { place, changes: ['refused'], state, refusal: 'removed', before: text }
  })
  const added = after.keys.flatMap((place, index): PlannedChange[] =>
    existing.has(place) ? [] : [{ place, changes: ['added'], state: 'free', after: describePlace(after, index) }],
  )
  return [...old, ...added]
}

const planAreas = ({ before, after }: Both, takenIn: (area: string) => number): PlannedChange[] => {
  const next = new Map(after.areas.map((area) => [area.id, area]))
  const existing = new Set(before.areas.map(({ id }) => id))
  const old = before.areas.map((area): PlannedChange => {
    const taken = takenIn(area.id)
    const state = taken > 0 ? 'sold' : 'free'
    const other = next.get(area.id)
    if (!other) {
      const refusal = { changes: ['refused' as const], refusal: 'removed' as const }
      return { place: area.id, state, ...(taken > 0 ? refusal : { changes: ['removed'] }) }
    }
    if (other.capacity < taken) return { place: area.id, state, changes: ['refused'], refusal: 'capacity_below_sold' }
    const changes: PlaceChange[] = []
    if (other.name !== area.name || after.sections[other.section]?.name !== before.sections[area.section]?.name)
      changes.push('relabelled')
    if (before.categories[area.category] !== after.categories[other.category]) changes.push('recategorised')
    return { place: area.id, state, changes: changes.length > 0 ? changes : ['kept'] }
  })
  const added = after.areas.filter(({ id }) => !existing.has(id))
  return [...old, ...added.map(({ id }): PlannedChange => ({ place: id, state: 'free', changes: ['added'] }))]
}

/**
 * What happens to an event that takes another edition of its map. Places are compared by their keys. `stateOf` and
 * `takenIn` (held and sold of an area) must be read under the lock under which the plan is applied.
 */
export const planChange = (
  before: CompiledMap,
  after: CompiledMap,
  stateOf: (place: string) => PlaceState,
  takenIn: (area: string) => number = () => 0,
): ChangePlan => {
  const maps = { before, after }
  const places = planPlaces(maps, stateOf)
  const areas = planAreas(maps, takenIn)
  const counts: Record<PlaceChange, number> = {
    ['kept']: 0,
    moved: 0,
    relabelled: 0,
    recategorised: 0,
    added: 0,
    removed: 0,
    refused: 0,
  }
  for (const { changes } of [...places, ...areas]) for (const change of changes) counts[change]++
  return { places, areas, counts, isApplicable: counts.refused === 0 }
}
