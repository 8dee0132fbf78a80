import { decideOrphans, type OrphanRule } from '@kartis/seat-map/model/orphans.ts'
import type { Hall } from './use-hall.ts'

interface Rule {
  readonly rule: OrphanRule
  readonly mine: readonly number[]
  /** Places are chosen one by one: each is decided on with those that are held. */
  readonly isOne?: boolean
}

/**
 * What becomes of places by the rule of single seats, as the server decides it: the places themselves where they may be
 * taken, else what it answers with. What is held may stay.
 */
export const settledBy =
  (
    { sale, open }: { readonly sale: Pick<Hall['sale'], 'map'>; readonly open: Hall['open'] },
    { rule, mine, isOne }: Rule,
  ) =>
  (places: readonly number[]): readonly number[] => {
    const all = isOne ? [...new Set([...mine, ...places])] : places
    return places.every((place) => mine.includes(place)) && (isOne || places.length === mine.length)
      ? places
      : (decideOrphans(sale.map, open, all, rule)?.offer ?? places)
  }
