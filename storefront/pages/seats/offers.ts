import { bestAvailable } from '@kartis/seat-map/model/best-available.ts'
import type { BestOffer } from '@kartis/seat-map/model/best-search.ts'
import type { Board } from '@kartis/seat-map/model/board.ts'
import type { OrphanRule } from '@kartis/seat-map/model/orphans.ts'
import type { Party } from '@kartis/seat-map/model/group-at.ts'
import { priceOf, type SeatCategory, type SeatSale, sumOf } from './seat-sale.ts'

/** Why it is offered: the best of all, the nearest to the stage, the cheapest, or another price. */
export type OfferReason = 'best' | 'near' | 'value' | 'other'

export interface SeatOffer {
  readonly reason: OfferReason
  readonly places: readonly number[]
  /** `together`: side by side; else the parts sit as it says. */
  readonly kind: BestOffer['kind']
  /** Shekels for the party, each as the first ticket type of the category. */
  readonly price: number
}

type Candidate = Omit<SeatOffer, 'reason'> & { readonly quality: number; readonly distance: number }

/** Shekels of places, each as the first ticket type of its category. */
export const priceOfPlaces = (
  { map }: Pick<SeatSale, 'map'>,
  categories: readonly SeatCategory[],
  places: readonly number[],
): number => sumOf(places.map((place) => priceOf(categories[map.category[place] ?? 0] ?? { types: [] })))

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const candidatesOf = (
  sale: Pick<SeatSale, 'map' | 'scene'>,
  board: Board,
  categories: readonly SeatCategory[],
  { party, orphans }: { readonly party: Party; readonly orphans: OrphanRule },
): Candidate[] => {
  const { map } = sale
  const [focusX, focusY] = sale.scene.document.focus ?? sale.scene.sections[0]?.middle ?? [0, 0]
  const search = (indexes: readonly number[]): Candidate[] => {
    const { people: seats, wheelchairs } = party
    const found = bestAvailable(map, board, { seats, wheelchairs, categories: indexes, orphans })
    if (!found || found.missing > 0) return []
    const places = found.groups.flat().sort((a, b) => a - b)
    return [
      {
        places,
        kind: found.kind,
        price: priceOfPlaces(sale, categories, places),
        quality: mean(places.map((place) => map.quality[place] ?? 0)),
        distance: mean(places.map((place) => Math.hypot((map.x[place] ?? 0) - focusX, (map.y[place] ?? 0) - focusY))),
      },
    ]
  }
  const sold = categories.filter(({ types }) => types.length > 0).map(({ index }) => index)
  const each = sold.flatMap((index) => search([index]))
  // A party that fits into no single price may fit across two.
  return each.length > 0 ? each : search(sold)
}

/** Together before apart. */
const spread = ({ kind }: Candidate): number =>
  ['together', 'last_resort', 'adjacent_rows', 'same_section', 'apart'].indexOf(kind)

/** One best offer and two alternatives that differ by their reason. Empty: the party finds no places at all. */
export const offersFor = (
  sale: Pick<SeatSale, 'map' | 'scene'>,
  board: Board,
  categories: readonly SeatCategory[],
  request: { readonly party: Party; readonly orphans: OrphanRule },
): SeatOffer[] => {
  const left = candidatesOf(sale, board, categories, request)
  const offers: SeatOffer[] = []
  let bestDistance: number | undefined
  const take = (reason: OfferReason, by: (candidate: Candidate) => number): void => {
    const [best] = left.toSorted((a, b) => spread(a) - spread(b) || by(a) - by(b))
    if (!best) return
    left.splice(left.indexOf(best), 1)
    if (reason === 'best') bestDistance = best.distance
    const { places, kind, price } = best
    offers.push({ reason, places, kind, price })
  }
  take('best', ({ quality }) => quality)
  const best = offers[0]
  if (left.some(({ price }) => price < (best?.price ?? 0))) take('value', ({ price }) => price)
  const isNearer = left.some(({ distance }) => distance < (bestDistance ?? 0))
  take(isNearer ? 'near' : 'other', isNearer ? ({ distance }) => distance : ({ quality }) => quality)
  return offers
}
