import type { Board } from '@kartis/seat-map/model/board.ts'
import { useMemo } from 'react'
import type { SavedHold } from '../../shared/saved-hold.ts'
import type { SeatsView } from '../../state/seats-state.ts'
import { useAvailability } from '../event/use-availability.ts'
import { type Choice, choiceOf, type TypeCounts } from './cart-items.ts'
import { leftByCategory } from './looks-of.ts'
import { categoriesOf, type SeatCategory, type SeatSale } from './seat-sale.ts'
import { ownBoard } from './seats-board.ts'
import { itemsOfHold } from './use-seat-order.ts'
import type { SeatsNow } from './use-seats-state.ts'

export interface Hall {
  readonly sale: SeatSale
  readonly categories: readonly SeatCategory[]
  /** What this buyer may take now; the own places among it. */
  readonly board: Board
  /** What is free whether it has a price or not, the own places among it: by this the server decides on single seats. */
  readonly open: Board
  /** Free places by category. */
  readonly left: readonly number[]
}

/** What a hold of this browser contains. */
export interface HeldChoice {
  readonly choice: Choice
  readonly types: TypeCounts
}

const NOTHING: HeldChoice = { choice: { places: [] }, types: {} }

/** The hall with what this buyer may take of it, and what is held already. */
export const useHall = (view: SeatsView, { sale, live }: SeatsNow, hold: SavedHold | undefined) => {
  const { ticketTypes } = useAvailability(view)
  // A new array at each render: the text says whether they differ.
  const typesNow = JSON.stringify(ticketTypes)
  const categories = useMemo(
    () => (sale ? categoriesOf(sale, view.seatMap.prices, JSON.parse(typesNow) as typeof ticketTypes) : []),
    [sale, view.seatMap.prices, typesNow],
  )
  const held = useMemo(
    (): HeldChoice => (sale ? choiceOf(sale, categories, itemsOfHold(hold)) : NOTHING),
    [sale, categories, hold],
  )
  const hall = useMemo((): Hall | undefined => {
    if (!sale || !live) return undefined
    const isSold = (category: number): boolean => (categories[category]?.types.length ?? 0) > 0
    const board = ownBoard(sale, live, { mine: held.choice.places, isSold })
    // In most halls every category has a price, and both are the same.
    const allSold = sale.map.categories.every((_, category) => isSold(category))
    const open = allSold ? board : ownBoard(sale, live, { mine: held.choice.places, isSold: () => true })
    return { sale, categories, board, open, left: leftByCategory(sale.map, board) }
  }, [sale, live, categories, held])
  return { hall, held }
}
