import type { TicketTypeView } from '../../state/event-state.ts'
import { type SeatCategory, type SeatSale, sumOf } from './seat-sale.ts'

/** What the buyer takes: seats, or the standing places of an area. */
export interface Choice {
  readonly places: readonly number[]
  /** Index of the area in the map, and how many. */
  readonly area?: { readonly index: number; readonly count: number }
}

/** How many tickets of a type, by its uuid; the others of the category are of its first type. */
export type TypeCounts = Readonly<Record<string, number>>

export interface CartLine {
  readonly type: TicketTypeView
  readonly category: number
  readonly quantity: number
  readonly places: readonly number[]
}

export interface CartItem {
  readonly events_ticket_uuid: string
  readonly quantity: number
  readonly seat_uuids?: string[]
  /** The best that are left, where somebody was quicker. */
  readonly best?: { readonly wheelchairs?: number }
}

/** The numbers of tickets of each type of a category: those that were chosen, as far as they fit, then the first type. */
const countsOf = ({ types }: SeatCategory, seats: number, chosen: TypeCounts): [TicketTypeView, number][] => {
  let left = seats
  const others = types.slice(1).map((type): [TicketTypeView, number] => {
    const count = Math.min(left, type.max, chosen[type.uuid] ?? 0)
    left -= count
    return [type, count]
  })
  const [first] = types
  return first ? [[first, left], ...others] : []
}

/** The tickets of a choice: one line a type, its seats in the order in which they stand. */
export const linesOf = (
  { map }: Pick<SeatSale, 'map'>,
  categories: readonly SeatCategory[],
  { places, area }: Choice,
  chosen: TypeCounts,
): CartLine[] => {
  const ofCategory = new Map<number, number[]>()
  for (const place of places.toSorted((a, b) => a - b)) {
    const category = map.category[place] ?? 0
    ofCategory.set(category, [...(ofCategory.get(category) ?? []), place])
  }
  const seated = [...ofCategory].flatMap(([index, own]) => {
    const category = categories[index]
    if (!category) return []
    let from = 0
    return countsOf(category, own.length, chosen).map(([type, quantity]): CartLine => {
      const line = { type, category: index, quantity, places: own.slice(from, from + quantity) }
      from += quantity
      return line
    })
  })
  const areaCategory = categories[map.areas[area?.index ?? -1]?.category ?? -1]
  const standing =
    area && areaCategory
      ? countsOf(areaCategory, area.count, chosen).map(([type, quantity]): CartLine => ({
          type,
          category: areaCategory.index,
          quantity,
          places: [],
        }))
      : []
  return [...seated, ...standing]
}

/** The items of an order; a type may stand in several categories and is one item. */
export const itemsOf = ({ uuidOf }: Pick<SeatSale, 'uuidOf'>, lines: readonly CartLine[]): CartItem[] => {
  const byType = new Map<string, CartLine[]>()
  for (const line of lines)
    if (line.quantity > 0) byType.set(line.type.uuid, [...(byType.get(line.type.uuid) ?? []), line])
  return [...byType].map(([uuid, own]) => {
    const seats = own.flatMap(({ places }) => places.map(uuidOf))
    return {
      events_ticket_uuid: uuid,
      quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
      ...(seats.length > 0 && { seat_uuids: seats }),
    }
  })
}

/** The same items, whose seats give way to the best of their type where somebody was quicker. */
export const orBest = (items: readonly CartItem[], wheelchairs: number): CartItem[] =>
  items.map((item, index) => ({ ...item, best: index === 0 && wheelchairs > 0 ? { wheelchairs } : {} }))

/** Shekels, before a coupon. */
export const totalOf = (lines: readonly CartLine[]): number =>
  sumOf(lines.flatMap(({ type, quantity }) => Array.from({ length: quantity }, () => type.price)))

/** The choice that items of a saved hold contain. */
export const choiceOf = (
  { placeOf, map }: Pick<SeatSale, 'placeOf' | 'map'>,
  categories: readonly SeatCategory[],
  items: readonly CartItem[],
): { readonly choice: Choice; readonly types: TypeCounts } => {
  const places = items
    .flatMap(({ seat_uuids = [] }) => seat_uuids.map(placeOf))
    .filter((place) => place >= 0)
    .sort((a, b) => a - b)
  const types = Object.fromEntries(items.map((item) => [item.events_ticket_uuid, item.quantity]))
  const standing = items.filter(({ seat_uuids }) => !seat_uuids)
  const index = map.areas.findIndex(({ category }) =>
    categories[category]?.types.some(({ uuid }) => standing.some((item) => item.events_ticket_uuid === uuid)),
  )
  const count = standing.reduce((sum, { quantity }) => sum + quantity, 0)
  return { choice: { places, ...(index >= 0 && count > 0 && { area: { index, count } }) }, types }
}
