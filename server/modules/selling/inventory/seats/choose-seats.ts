import type { Cart, SeatItem, Seating, SeatsByType } from '@kartis/domain/availability.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { bestAvailable } from '@kartis/seat-map/model/best-available.ts'
import { type Board, copyOf, isFree, setFree } from '@kartis/seat-map/model/board.ts'
import { COMPANION, type CompiledMap, WHEELCHAIR } from '@kartis/seat-map/model/compile.ts'
import { isCalled } from '@kartis/seat-map/model/localized.ts'
import { decideOrphans } from '@kartis/seat-map/model/orphans.ts'
import { checkSelection } from '@kartis/seat-map/model/selection.ts'
import { dealt, partiesOf, type Party } from './parties.ts'
import { type Hall, soldIn } from './halls.ts'
import { offerInstead } from './seat-offers.ts'
import { placeOf, type SeatPlan, uuidOf } from './seat-plan.ts'

/** What carts are decided on: the map, what may be taken, and what was sold. */
interface Sale {
  readonly plan: SeatPlan
  readonly board: Board
  readonly isSold: (place: number) => boolean
}

/** Places of the map by item. */
type Chosen = readonly (readonly [SeatItem, readonly number[]])[]

const SEATS_REQUIRED = refuse('seats_required', { fields: { items: ['seats_required'] } })

const fieldOf = ({ place, seats }: SeatItem): string => `items.${place}.${seats ? 'seat_uuids' : 'best'}`

/** Each ticket of a seated type has a seat or asks for one; no other ticket does. A type without a category has no tickets. */
const refuseIncomplete = ({ categoriesOf, types }: SeatPlan, cart: Cart): Refusal | undefined => {
  const placeless = cart.items.find(({ ticketTypeId }) => !types.has(ticketTypeId))
  if (placeless) return refuse('sold_out', { detail: { left: { [placeless.ticketTypeId]: 0 } } })
  const requested = new Map<string, number>()
  for (const item of cart.seatItems ?? []) {
    if (!categoriesOf.has(item.ticketTypeId)) return refuseField(fieldOf(item), 'unknown_field')
    if (item.seats && item.seats.length !== item.quantity) return SEATS_REQUIRED
    requested.set(item.ticketTypeId, (requested.get(item.ticketTypeId) ?? 0) + item.quantity)
  }
  const lacks = cart.items.some(
    ({ ticketTypeId, quantity }) => categoriesOf.has(ticketTypeId) && requested.get(ticketTypeId) !== quantity,
  )
  return lacks ? SEATS_REQUIRED : undefined
}

/** The places of an item that names its seats. */
const namedPlaces = (plan: SeatPlan, item: SeatItem): readonly number[] | Refusal => {
  const places: number[] = []
  for (const seat of item.seats ?? []) {
    const place = placeOf(plan, seat)
    if (place === undefined) return refuseField(fieldOf(item), 'unknown_seat')
    if (!plan.categoriesOf.get(item.ticketTypeId)?.has(plan.map.category[place] ?? 0))
      return refuseField(fieldOf(item), 'seat_of_other_type')
    places.push(place)
  }
  return places
}

const uuidsOf = (plan: SeatPlan, places: readonly number[]): string[] => places.map((place) => uuidOf(plan, place))

/** The named seats as one choice: are they free, whole, and does nobody stay alone beside them? */
const refuseNamed = ({ plan, board, isSold }: Sale, chosen: Chosen, byProducer: boolean): Refusal | undefined => {
  const places = chosen.flatMap(([, own]) => own)
  const field = fieldOf(chosen[0]?.[0] ?? { place: 0, seats: [], ticketTypeId: '', quantity: 0 })
  // Sellers decide themselves who sits beside a wheelchair place that is held or closed.
  const problems = checkSelection(plan.map, board, places, byProducer ? undefined : isSold)
  const has = (code: (typeof problems)[number]['code']) => problems.find((problem) => problem.code === code)
  if (has('duplicate')) return refuseField(field, 'duplicate_seat')
  const taken = has('taken')
  if (taken) {
    const parties = partiesOf(
      plan,
      chosen.map(([item]) => item),
    )
    const requested = new Map(chosen)
    const offer = offerInstead(
      plan,
      board,
      parties.map((party) => [party, party.items.flatMap((item) => requested.get(item) ?? [])] as const),
    )
    return refuse('seat_taken', { detail: { seats: uuidsOf(plan, taken.places), offer: uuidsOf(plan, offer) } })
  }
  if (has('table_incomplete')) return refuseField(field, 'table_incomplete')
  if (has('companion_without_wheelchair')) return refuseField(field, 'companion_alone')
  const orphaned = byProducer ? undefined : decideOrphans(plan.map, board, places, plan.rules.orphans)
  if (!orphaned) return undefined
  const detail = { seats: uuidsOf(plan, orphaned.orphans), offer: uuidsOf(plan, orphaned.offer) }
  return refuse('orphan_seat', { detail })
}

const freeIn = (map: CompiledMap, board: Board, categories: readonly number[]): number => {
  let free = 0
  for (let place = 0; place < map.size; place++)
    if (
      isFree(board, place) &&
      categories.includes(map.category[place] ?? 0) &&
      ((map.flags[place] ?? 0) & (WHEELCHAIR | COMPANION)) === 0
    )
      free++
  return free
}

/** The sections that a request names by key or name; undefined: it names none. */
const sectionsOf = ({ map }: SeatPlan, name: string | undefined): readonly number[] | undefined => {
  if (name === undefined) return undefined
  return map.sections.flatMap((section, index) => (section.id === name || isCalled(section, name) ? [index] : []))
}

const bestPlaces = (plan: SeatPlan, board: Board, party: Party, byProducer: boolean): readonly number[] | Refusal => {
  const [first] = party.items
  const sections = sectionsOf(plan, party.section)
  if (first && sections?.length === 0) return refuseField(`items.${first.place}.best.section`, 'unknown_option')
  if (first && party.wheelchairs > party.seats) return refuseField(`items.${first.place}.best.wheelchairs`, 'too_big')
  const best = bestAvailable(plan.map, board, {
    seats: party.seats,
    wheelchairs: party.wheelchairs,
    categories: party.categories,
    orphans: byProducer ? 'off' : plan.rules.orphans,
    ...(sections && { sections }),
  })
  if (best && best.missing === 0) return best.groups.flat()
  // Fewer companions' places than companions: what there is, for a smaller party.
  if (best) return refuse('seat_taken', { detail: { seats: [], offer: uuidsOf(plan, best.groups.flat()) } })
  const left = freeIn(plan.map, board, party.categories)
  const types = party.items.map(({ ticketTypeId }) => [ticketTypeId, left] as const)
  return refuse('sold_out', { detail: { left: Object.fromEntries(types) } })
}

/** Whether whoever named the seats takes the best that are left in place of them. */
const mayBeOthers = (refused: Refusal, named: Chosen): boolean =>
  (refused.refusal === 'seat_taken' || refused.refusal === 'orphan_seat') && named.every(([item]) => item.best)

const byType = (plan: SeatPlan, chosen: Chosen): SeatsByType => {
  const seats = new Map<string, string[]>()
  for (const [{ ticketTypeId }, places] of chosen)
    seats.set(ticketTypeId, [...(seats.get(ticketTypeId) ?? []), ...uuidsOf(plan, places)])
  return seats
}

const choose = (sale: Sale, cart: Cart): SeatsByType | Refusal => {
  const { plan, board } = sale
  const incomplete = refuseIncomplete(plan, cart)
  if (incomplete) return incomplete
  const items = cart.seatItems ?? []
  if (items.length === 0) return new Map()
  const byProducer = cart.byProducer === true
  const chosen: [SeatItem, readonly number[]][] = []
  for (const item of items) {
    if (!item.seats) continue
    const places = namedPlaces(plan, item)
    if (isRefusal(places)) return places
    chosen.push([item, places])
  }
  const refused = chosen.length > 0 ? refuseNamed(sale, chosen, byProducer) : undefined
  if (refused && !mayBeOthers(refused, chosen)) return refused
  if (refused) chosen.length = 0
  const best = items.filter((item) => refused || !item.seats)
  if (best.length === 0) return byType(plan, chosen)
  const trial = copyOf(board)
  const take = (places: readonly number[]): void => places.forEach((place) => setFree(trial, plan.map, place, false))
  for (const [, places] of chosen) take(places)
  for (const party of partiesOf(plan, best)) {
    const places = bestPlaces(plan, trial, party, byProducer)
    if (isRefusal(places)) return places
    take(places)
    chosen.push(...dealt(party, places).map(([item, own]) => [item, own] as [SeatItem, readonly number[]]))
  }
  return byType(plan, chosen)
}

/**
 * Decides the seats of carts on a board of the caller's own, in order of arrival. Refusals: `seats_required`, `seat_taken`
 * and `orphan_seat` with an offer, `sold_out` where the best places do not suffice, `validation` with the item's field.
 */
export const seatingOf = (hall: Hall, board: Board): Seating => ({
  choose: (cart) => choose({ plan: hall.plan, board, isSold: soldIn(hall) }, cart),
  take: (seats) => {
    for (const uuids of seats.values())
      for (const uuid of uuids) {
        const place = placeOf(hall.plan, uuid)
        if (place !== undefined) setFree(board, hall.plan.map, place, false)
      }
  },
})
