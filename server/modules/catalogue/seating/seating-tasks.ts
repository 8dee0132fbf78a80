import { createHash } from 'node:crypto'
import { type ChangePlan, planChange, type PlannedChange } from '@kartis/seat-map/model/change-plan.ts'
import { type CompiledMap, compile, describePlace } from '@kartis/seat-map/model/compile.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { type SeatNames, seatNamesOf } from '@kartis/seat-map/model/localized.ts'
import {
  continuedNumbers,
  firstNumbers,
  numbersOf,
  type SeatNumbers,
  stretchesOf,
} from '@kartis/seat-map/model/seat-numbers.ts'
import { seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { toWire } from '@kartis/seat-map/model/wire.ts'
import type { SeatRow } from './event-seats.ts'
import type { SeatingCategoryFacts, StoredNumbers } from './tables.ts'

/** Rows of one statement: one of 60,000 would hold the buffers of all of them at once. */
const CHUNK = 4000
/** Refused places that a reply names, and other changes. */
const MAX_REFUSED = 5000
const MAX_LISTED = 1000

/** A map as the tables have it. */
export interface StoredMap {
  readonly seating: string
  /** The document as buyers get it. */
  readonly text: string
  readonly places: StoredNumbers
  readonly categories: readonly SeatingCategoryFacts[]
  readonly names: SeatNames
  readonly hash: string
}

/** Names what buyers load: the base of the uuids, the document and the numbers. */
export const hashOf = ({ seating, text, places }: Pick<StoredMap, 'seating' | 'text' | 'places'>): string =>
  createHash('sha256')
    .update(`${seating} ${text} ${JSON.stringify([places.stretches, places.next])}`)
    .digest('base64url')
    .slice(0, 22)

const rowOf = (map: CompiledMap, { byIndex }: SeatNumbers, place: number): SeatRow => {
  const { section, row, number } = describePlace(map, place)
  return {
    seat_no: byIndex[place] ?? 0,
    place: map.keys[place] ?? '',
    category: map.categories[map.category[place] ?? 0] ?? '',
    section,
    row_label: row,
    label: number,
    flags: map.flags[place] ?? 0,
  }
}

const chunksOf = (rows: readonly SeatRow[]): string[] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) =>
    JSON.stringify(rows.slice(index * CHUNK, (index + 1) * CHUNK)),
  )

const categoriesOf = (document: MapDocument, map: CompiledMap): SeatingCategoryFacts[] => {
  const places = map.categories.map(() => 0)
  for (const category of map.category) places[category] = (places[category] ?? 0) + 1
  const byId = new Map(document.categories.map((category) => [category.id, category]))
  return map.categories.map((key, index) => {
    const areas = map.areas.filter(({ category }) => category === index)
    const texts = byId.get(key)?.texts
    return {
      key,
      name: byId.get(key)?.name ?? '',
      ...(texts && { texts }),
      color: byId.get(key)?.color ?? null,
      places: places[index] ?? 0,
      capacity: areas.length > 0 ? areas.reduce((sum, { capacity }) => sum + capacity, 0) : null,
    }
  })
}

const indexes = (size: number): number[] => Array.from({ length: size }, (_, index) => index)

const stored = (seating: string, document: MapDocument, map: CompiledMap, places: StoredNumbers): StoredMap => {
  const wire = toWire(document, numbersOf(places.stretches, places.next))
  const text = JSON.stringify(wire.document)
  const [categories, names] = [categoriesOf(document, map), seatNamesOf(document)]
  return { seating, text, places, categories, names, hash: hashOf({ seating, text, places }) }
}

/** An event's first map: what is stored of it, and its seats as JSON texts of `SeatRow`. */
const taken = ({ seating, document }: { readonly seating: string; readonly document: MapDocument }) => {
  const map = compile(document)
  const numbers = firstNumbers(map.size)
  const places: StoredNumbers = { stretches: stretchesOf(numbers), next: numbers.next, gone: {} }
  const rows = indexes(map.size).map((place) => rowOf(map, numbers, place))
  return { map: stored(seating, document, map, places), seats: chunksOf(rows) }
}
export type TakenMap = ReturnType<typeof taken>

/** An event and the edition to which it would change. */
export interface ChangeInput {
  readonly seating: string
  readonly before: MapDocument
  readonly places: StoredNumbers
  readonly after: MapDocument
  readonly held: readonly number[]
  readonly sold: readonly number[]
  /** Held and sold tickets of standing areas, by the key of the category. */
  readonly takenOfAreas: Readonly<Record<string, number>>
  /** How many of the changes are not listed, because somebody has them already. */
  readonly placesFrom: number
  /** Only the plan; nothing of what would be written. */
  readonly dryRun: boolean
}

/** A change with the number of its seat; null of an area and of a place that is new. */
export type ListedChange = PlannedChange & { readonly kind: 'seat' | 'area'; readonly seat_no: number | null }

/** A sold seat that reads differently after the change. */
export interface RelabelledSeat {
  readonly seat_no: number
  readonly uuid: string
  readonly floor?: string
  readonly section: string
  readonly row: string
  readonly number: string
  readonly gate?: string
}

/**
 * What is shown of a plan, behind the first `from` of it. Of tens of thousands of changes only those are made into objects
 * that are listed.
 */
const listed = (plan: ChangePlan, numberOf: ReadonlyMap<string, number>, from: number) => {
  const [refused, others]: [ListedChange[], ListedChange[]] = [[], []]
  const skipped = { refused: from, others: Math.max(0, from - plan.counts.refused) }
  const mayListOthers = plan.counts.refused - from <= MAX_REFUSED
  let total = 0
  const list = (change: PlannedChange, kind: ListedChange['kind']): void => {
    if (change.changes.includes('kept')) return
    total += 1
    const isRefused = change.changes.includes('refused')
    const target = isRefused ? refused : others
    if (skipped[isRefused ? 'refused' : 'others']-- > 0) return
    // Others follow once every refused one is listed, so that whoever reads on skips none.
    if (target.length >= (isRefused ? MAX_REFUSED : mayListOthers ? MAX_LISTED : 0)) return
    const isNew = kind === 'area' || change.changes.includes('added')
    target.push({ ...change, kind, seat_no: isNew ? null : (numberOf.get(change.place) ?? null) })
  }
  for (const change of plan.areas) list(change, 'area')
  for (const change of plan.places) list(change, 'seat')
  return { changes: [...refused, ...others], total }
}

/**
 * What is taken of an area. A ticket type sells the areas of a category together, so of several that share one only what
 * would not fit into the others counts.
 */
const takenIn = (before: CompiledMap, after: CompiledMap, takenOf: Readonly<Record<string, number>>) => {
  const capacityOfOthers = (id: string, key: string): number =>
    after.areas
      .filter((area) => area.id !== id && after.categories[area.category] === key)
      .reduce((sum, { capacity }) => sum + capacity, 0)
  const keys = new Map(before.areas.map(({ id, category }) => [id, before.categories[category] ?? '']))
  return (id: string): number => {
    const key = keys.get(id) ?? ''
    return Math.max(0, (takenOf[key] ?? 0) - capacityOfOthers(id, key))
  }
}

/** Floors are printed only where there are several. */
const floorOf = (document: MapDocument, map: CompiledMap, place: number): string | undefined => {
  if (document.floors.length < 2) return undefined
  const section = map.sections[map.rows[map.row[place] ?? 0]?.section ?? 0]
  return document.floors.find(({ id }) => id === section?.floor)?.name
}

const writesOf = (input: ChangeInput, maps: { readonly before: CompiledMap; readonly after: CompiledMap }) => {
  const { before, after } = maps
  const { places, seating } = input
  const numbersBefore = numbersOf(places.stretches, places.next)
  const rowsBefore = new Map(indexes(before.size).map((place) => [before.keys[place] ?? '', place]))
  const numberOf = new Map([
    ...Object.entries(places.gone),
    ...before.keys.map((key, index): [string, number] => [key, numbersBefore.byIndex[index] ?? 0]),
  ])
  const numbers = continuedNumbers(numberOf, places.next, after.keys)
  const remaining = new Set(after.keys)
  const sold = new Set(input.sold)
  const changed: SeatRow[] = []
  const added: SeatRow[] = []
  const relabelled: RelabelledSeat[] = []
  for (const place of indexes(after.size)) {
    const row = rowOf(after, numbers, place)
    const earlier = rowsBefore.get(row.place)
    if (earlier === undefined) {
      added.push(row)
      continue
    }
    const old = rowOf(before, numbersBefore, earlier)
    if (JSON.stringify(old) !== JSON.stringify(row)) changed.push(row)
    const [text, textBefore] = [describePlace(after, place), describePlace(before, earlier)]
    if (!sold.has(row.seat_no) || JSON.stringify(text) === JSON.stringify(textBefore)) continue
    const { section, row: label, number, gate } = text
    const floor = floorOf(input.after, after, place)
    relabelled.push({
      seat_no: row.seat_no,
      uuid: seatUuid(seating, row.seat_no),
      section,
      row: label,
      number,
      ...(floor !== undefined && { floor }),
      ...(gate !== undefined && { gate }),
    })
  }
  const removed = before.keys.filter((key) => !remaining.has(key))
  const gone = Object.fromEntries([...numberOf].filter(([key]) => !remaining.has(key)))
  const newPlaces: StoredNumbers = { stretches: stretchesOf(numbers), next: numbers.next, gone }
  return {
    map: stored(seating, input.after, after, newPlaces),
    changed: chunksOf(changed),
    added: chunksOf(added),
    removed: removed.map((key) => numberOf.get(key) ?? 0),
    relabelled,
  }
}

/** What another edition means for an event and, unless it is a dry run or refused, what is to be written. */
const planned = (input: ChangeInput) => {
  const maps = { before: compile(input.before), after: compile(input.after) }
  const numbers = numbersOf(input.places.stretches, input.places.next)
  const numberOf = new Map(maps.before.keys.map((key, index) => [key, numbers.byIndex[index] ?? 0]))
  const [held, sold] = [new Set(input.held), new Set(input.sold)]
  const stateOf = (place: string): PlannedChange['state'] => {
    const number = numberOf.get(place) ?? -1
    return sold.has(number) ? 'sold' : held.has(number) ? 'held' : 'free'
  }
  const plan = planChange(maps.before, maps.after, stateOf, takenIn(maps.before, maps.after, input.takenOfAreas))
  return {
    counts: plan.counts,
    isApplicable: plan.isApplicable,
    relabelledSold: plan.places.filter(({ changes: of, state }) => state === 'sold' && of.includes('relabelled'))
      .length,
    ...listed(plan, numberOf, input.placesFrom),
    ...(!input.dryRun && plan.isApplicable && { writes: writesOf(input, maps) }),
  }
}
export type PlannedMap = ReturnType<typeof planned>

/** Work on maps that may take long: pure functions, plain data in and out. */
export const SEATING_TASKS = { taken, planned } as const
export type SeatingTasks = typeof SEATING_TASKS
