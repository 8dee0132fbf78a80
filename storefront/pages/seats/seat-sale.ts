import type { EventWireMap, SeatMapBrief } from '@kartis/contract/public-seats.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { CompiledMap } from '@kartis/seat-map/model/compile.ts'
import { indexByNumber, type SeatNumbers } from '@kartis/seat-map/model/seat-numbers.ts'
import { seatNumberOf, seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { fromWire } from '@kartis/seat-map/model/wire.ts'
import { type Scene, sceneOf } from '@kartis/seat-map/viewer/scene.ts'
import type { TicketTypeView } from '../../state/event-state.ts'

/** A category of the map with what it is sold as. */
export interface SeatCategory {
  /** In the order of the map's categories. */
  readonly index: number
  readonly name: string
  /** The first is what a buyer gets who chooses nothing else. Empty: not for sale. */
  readonly types: readonly TicketTypeView[]
}

/** The seats of an event, computed once from what the server sends. */
export interface SeatSale {
  readonly hash: string
  readonly scene: Scene
  readonly map: CompiledMap
  readonly numbers: SeatNumbers
  readonly uuidOf: (place: number) => string
  /** -1: no place of this event. */
  readonly placeOf: (uuid: string) => number
  /** The place of each seat number; -1: it is gone. */
  readonly placeOfNumber: Int32Array
}

export const seatSaleOf = (wire: EventWireMap, hash: string, lang: Lang): SeatSale => {
  const { document, map, numbers } = fromWire(wire, lang)
  const placeOfNumber = indexByNumber(numbers)
  return {
    hash,
    scene: sceneOf(document, map),
    map,
    numbers,
    placeOfNumber,
    uuidOf: (place) => seatUuid(wire.seating, numbers.byIndex[place] ?? 0),
    placeOf: (uuid) => placeOfNumber[seatNumberOf(wire.seating, uuid) ?? -1] ?? -1,
  }
}

/** The categories with the ticket types on sale now, in the order of the sale page. */
export const categoriesOf = (
  { map, scene }: Pick<SeatSale, 'map' | 'scene'>,
  prices: SeatMapBrief['prices'],
  ticketTypes: readonly TicketTypeView[],
): SeatCategory[] => {
  const names = new Map(scene.document.categories.map(({ id, name }) => [id, name]))
  return map.categories.map((key, index) => {
    const uuids = new Set(prices.filter(({ category }) => category === key).map((price) => price.events_ticket_uuid))
    return {
      index,
      name: names.get(key) ?? '',
      types: ticketTypes.filter(({ uuid, state }) => uuids.has(uuid) && state === 'on_sale'),
    }
  })
}

/** Shekels of a seat of the category, as bought without a choice of its type. */
export const priceOf = ({ types }: Pick<SeatCategory, 'types'>): number => types[0]?.price ?? 0

/** How much of a standing area is left: where it has several types, of the one with the most. Undefined: the producer does not say. */
export const standingLeft = ({ types }: Pick<SeatCategory, 'types'>): number | undefined => {
  const left = types.map((type) => type.left)
  return left.some((each) => each === null) ? undefined : Math.max(0, ...left.map(Number))
}

export const leftToStand = (category: SeatCategory | undefined): 'many' | 'few' | 'none' => {
  const types = category?.types ?? []
  if (types.length === 0) return 'none'
  return types.every(({ scarce }) => scarce) ? 'few' : 'many'
}

/** Agorot are whole: shekels are not added as fractions. */
export const sumOf = (prices: readonly number[]): number =>
  prices.reduce((sum, price) => sum + Math.round(price * 100), 0) / 100
