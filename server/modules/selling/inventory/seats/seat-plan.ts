import { createHash } from 'node:crypto'
import type { SeatRules } from '@kartis/domain/seats.ts'
import { type CompiledMap, compile, describePlace } from '@kartis/seat-map/model/compile.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { indexByNumber, numbersOf, type SeatNumbers } from '@kartis/seat-map/model/seat-numbers.ts'
import { seatNumberOf, seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { LRUCache } from 'lru-cache'
import { CACHE_SIZES } from '../../../../platform/config/cache-sizes.ts'
import type { StoredSeating } from './seats-queries.ts'

/** A seat as it is printed. */
export interface PrintedSeat {
  readonly uuid: string
  /** Of a hall with several floors. */
  readonly floor?: string
  readonly section: string
  readonly row: string
  readonly number: string
  readonly gate?: string
}

/** The map of an event with its prices and rules, compiled. It never changes: a change of the event makes another one. */
export interface SeatPlan {
  /** Changes with the map, its numbers, prices and rules. */
  readonly version: string
  /** Base of the uuids of the seats. */
  readonly seating: string
  readonly rules: SeatRules
  readonly map: CompiledMap
  readonly numbers: SeatNumbers
  /** Index of a place in the map by its seat number; -1: the place no longer exists. */
  readonly indexOf: Int32Array
  /** Indexes of the categories that a seated ticket type serves; types of standing areas are missing. */
  readonly categoriesOf: ReadonlyMap<string, ReadonlySet<number>>
  /** Ticket types that have a category, of places or of a standing area. */
  readonly types: ReadonlySet<string>
  /** Names of the floors by key; empty where there is one. */
  readonly floors: ReadonlyMap<string, string>
}

const categoriesOf = (map: CompiledMap, prices: StoredSeating['prices']): ReadonlyMap<string, ReadonlySet<number>> => {
  const seated = new Set(map.category)
  const byType = new Map<string, Set<number>>()
  const types = new Set(prices.map(({ type_id }) => type_id))
  for (const type of types) {
    const own = prices.filter(({ type_id }) => type_id === type).map(({ category }) => map.categories.indexOf(category))
    const withPlaces = own.filter((category) => seated.has(category))
    if (withPlaces.length > 0) byType.set(type, new Set(withPlaces))
  }
  return byType
}

/** By the hash of their documents: a hall with a hundred evenings is compiled and kept once, while any of them is in memory. */
const compiled = new LRUCache<string, WeakRef<CompiledMap>>({ max: CACHE_SIZES.seatMaps })

const compiledOf = (document: MapDocument): CompiledMap => {
  const key = createHash('sha256').update(JSON.stringify(document)).digest('base64')
  const existing = compiled.get(key)?.deref()
  if (existing) return existing
  const map = compile(document)
  compiled.set(key, new WeakRef(map))
  return map
}

/** Compiles a stored seating; tens of milliseconds for a stadium, so the result is kept. */
export const planOf = ({ version, seating, rules, document, places, prices }: StoredSeating): SeatPlan => {
  const map = compiledOf(document)
  const numbers = numbersOf(places.stretches, places.next)
  const floors = document.floors.length > 1 ? document.floors : []
  return {
    version,
    seating,
    rules,
    map,
    numbers,
    indexOf: indexByNumber(numbers),
    categoriesOf: categoriesOf(map, prices),
    types: new Set(prices.map(({ type_id }) => type_id)),
    floors: new Map(floors.map(({ id, name }: MapDocument['floors'][number]) => [id, name])),
  }
}

/** The place of a seat; undefined for whatever is no seat of this event now. */
export const placeOf = ({ seating, indexOf }: SeatPlan, uuid: string): number | undefined => {
  const index = indexOf[seatNumberOf(seating, uuid) ?? -1] ?? -1
  return index < 0 ? undefined : index
}

/** The number of a seat that `placeOf` or `uuidOf` knows. */
export const numberOf = ({ seating }: SeatPlan, uuid: string): number => {
  const number = seatNumberOf(seating, uuid)
  if (number === undefined) throw new Error(`${uuid} is no seat of this event`)
  return number
}

export const uuidOf = ({ seating, numbers }: SeatPlan, place: number): string =>
  seatUuid(seating, numbers.byIndex[place] ?? 0)

/** What is printed of a seat; nothing for a place that no longer exists. */
export const printedSeat = (plan: SeatPlan, seatNo: number): PrintedSeat => {
  const place = plan.indexOf[seatNo] ?? -1
  const uuid = seatUuid(plan.seating, seatNo)
  if (place < 0) return { uuid, section: '', row: '', number: '' }
  const { section, row, number, gate } = describePlace(plan.map, place)
  const floor = plan.floors.get(plan.map.sections[plan.map.rows[plan.map.row[place] ?? 0]?.section ?? 0]?.floor ?? '')
  return { uuid, ...(floor !== undefined && { floor }), section, row, number, ...(gate && { gate }) }
}
