import type { SeatItem } from '@kartis/domain/availability.ts'
import type { SeatPlan } from './seat-plan.ts'

/** Items whose tickets sit together: adults and children of one category are one party. */
export interface Party {
  readonly items: readonly SeatItem[]
  readonly seats: number
  readonly wheelchairs: number
  /** Indexes of the categories that every item of the party may take. */
  readonly categories: readonly number[]
  readonly section: string | undefined
}

const joined = (party: Party, item: SeatItem, categories: readonly number[]): Party => ({
  ...party,
  items: [...party.items, item],
  seats: party.seats + item.quantity,
  wheelchairs: party.wheelchairs + (item.best?.wheelchairs ?? 0),
  categories,
})

/** Puts items together that want the same section and have a category in common. */
export const partiesOf = ({ categoriesOf }: SeatPlan, items: readonly SeatItem[]): readonly Party[] => {
  const parties: Party[] = []
  for (const item of items) {
    const own = [...(categoriesOf.get(item.ticketTypeId) ?? [])]
    const section = item.best?.section
    const index = parties.findIndex(
      (party) => party.section === section && party.categories.some((category) => own.includes(category)),
    )
    const party = parties[index]
    if (party)
      parties[index] = joined(
        party,
        item,
        party.categories.filter((category) => own.includes(category)),
      )
    else parties.push(joined({ items: [], seats: 0, wheelchairs: 0, categories: own, section }, item, own))
  }
  return parties
}

/** Deals the places of a party out to its items, in their order. */
export const dealt = (party: Party, places: readonly number[]): readonly (readonly [SeatItem, readonly number[]])[] => {
  let next = 0
  return party.items.map((item) => {
    const own = places.slice(next, next + item.quantity)
    next += item.quantity
    return [item, own] as const
  })
}
