import type { SeatStanding } from '@kartis/domain/seats.ts'
import { type Board, boardOf } from '@kartis/seat-map/model/board.ts'
import type { CompiledMap } from '@kartis/seat-map/model/compile.ts'

/** What a holder may be moved to: everything that is free, whoever may sell it. */
const MOVABLE: ReadonlySet<SeatStanding | undefined> = new Set(['free', 'house', 'invitations', 'box_office'])

export const freeForMoves = (map: CompiledMap, standings: readonly (SeatStanding | undefined)[]): Board =>
  boardOf(map, (place) => MOVABLE.has(standings[place]))
