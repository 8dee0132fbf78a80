import { COMPANION, type CompiledMap, compile, runAround, WHEELCHAIR } from '@kartis/seat-map/model/compile.ts'
import type { CreatedShow, PastOrder, PastTicket } from './history.ts'
import type { Dice } from './random.ts'
import { sellNumberedSeats, type Tx } from './server.ts'

/** Metres by which the tastes of parties differ: some like it further back, or at the side. */
const TASTE = 15
/** Share of parties that sit at an aisle whatever the view. */
const AISLE = 0.08
/** Metres that a party goes for not leaving a single seat; the page refuses most of these choices. */
const ORPHAN = 25
/** The place in the sale of the order that gets an accessible pair, as a share of the orders of two. */
const ACCESSIBLE_ORDER = 0.3

interface Hall {
  readonly map: CompiledMap
  readonly taken: Uint8Array
}

const isOpen = ({ map, taken }: Hall, place: number): boolean =>
  taken[place] === 0 && ((map.flags[place] ?? 0) & (WHEELCHAIR | COMPANION)) === 0

/** Whether a free place beside the window would have no free neighbour. */
const strands = (hall: Hall, start: number, end: number): boolean => {
  const [from, to] = runAround(hall.map, start)
  const free = (place: number): boolean => place >= from && place < to && hall.taken[place] === 0
  return (free(start - 1) && !free(start - 2)) || (free(end) && !free(end + 1))
}

/** Places side by side that a party of this taste likes best; undefined where none are left. */
const together = (hall: Hall, category: number, count: number, random: Dice): number[] | undefined => {
  const { map } = hall
  const atAisle = random.chance(AISLE)
  let best: { readonly start: number; readonly score: number } | undefined
  for (const [run, first] of map.runStarts.entries()) {
    const end = map.runStarts[run + 1] ?? first
    const taste = random.next() * TASTE
    let length = 0
    for (let place = first; place < end; place++) {
      length = isOpen(hall, place) && map.category[place] === category ? length + 1 : 0
      if (length < count) continue
      const start = place - count + 1
      const view = (map.quality[start + (count >> 1)] ?? 0) * (atAisle ? 0.3 : 1)
      const offAisle = atAisle ? Math.min(start - first, end - 1 - place) * 3 : 0
      const score = view + taste + offAisle + (strands(hall, start, place + 1) ? ORPHAN : 0)
      if (!best || score < best.score) best = { start, score }
    }
  }
  const start = best?.start
  return start === undefined ? undefined : Array.from({ length: count }, (_, index) => start + index)
}

const apart = (hall: Hall, category: number, count: number): number[] =>
  Array.from(hall.taken.keys())
    .filter((place) => isOpen(hall, place) && hall.map.category[place] === category)
    .slice(0, count)

/** A free place for a wheelchair and the one beside it for a companion. */
const accessiblePair = ({ map, taken }: Hall, category: number): number[] | undefined => {
  const companion = map.wheelchairOf.findIndex(
    (of, place) => of >= 0 && taken[place] === 0 && taken[of] === 0 && map.category[of] === category,
  )
  return companion < 0 ? undefined : [map.wheelchairOf[companion] ?? 0, companion]
}

/** The tickets of an order by the index of the category in which they sit. */
const partiesOf = ({ show, typeIds, hall }: CreatedShow, map: CompiledMap, order: PastOrder) => {
  const keys = new Map(hall?.categories.map(({ id, name }) => [name, id]))
  const categoryOf = ({ typeId }: PastTicket): number =>
    map.categories.indexOf(keys.get(show.types[typeIds.indexOf(typeId)]?.seats ?? '') ?? '')
  return [...Map.groupBy(order.tickets, categoryOf)].filter(([category]) => category >= 0)
}

/** Chooses the numbers of seats in the order of the purchases; those of cancelled tickets are free again. */
const chooseSeats = (
  on: CreatedShow,
  map: CompiledMap,
  orders: readonly PastOrder[],
  random: Dice,
): (readonly [PastTicket, number])[] => {
  const hall: Hall = { map, taken: new Uint8Array(map.size) }
  const near = map.category[map.wheelchairOf.findIndex((of) => of >= 0)]
  const pairs = orders.filter(
    (order) => order.status === 'paid' && order.tickets.length === 2 && partiesOf(on, map, order)[0]?.[0] === near,
  )
  const accessible = pairs[Math.floor(pairs.length * ACCESSIBLE_ORDER)]
  return orders
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .flatMap((order) =>
      partiesOf(on, map, order).flatMap(([category, tickets]) => {
        const places =
          (order === accessible ? accessiblePair(hall, category) : undefined) ??
          together(hall, category, tickets.length, random) ??
          apart(hall, category, tickets.length)
        return tickets.map((ticket, index) => {
          const place = places[index]
          if (place === undefined) throw new Error(`${on.show.name} has sold more than its seats`)
          hall.taken[place] = ticket.cancelledAt ? 0 : 1
          return [ticket, place] as const
        })
      }),
    )
}

/** Gives the tickets of a seated show their seats, and sells those of valid tickets. */
export const giveSeats = async (tx: Tx, on: CreatedShow, orders: readonly PastOrder[], random: Dice): Promise<void> => {
  if (!on.hall) return
  const chosen = chooseSeats(on, compile(on.hall), orders, random)
  const orderOf = new Map(orders.flatMap(({ id, tickets }) => tickets.map((ticket) => [ticket, id] as const)))
  const sold = chosen.flatMap(([ticket, place]) =>
    ticket.cancelledAt ? [] : [{ order_id: orderOf.get(ticket) ?? '', type_id: ticket.typeId, seat_no: place }],
  )
  const printed = await sellNumberedSeats(tx, tx, on.eventId, sold)
  for (const [ticket, place] of chosen) ticket.seat = { number: place, printed: printed(place) }
}
