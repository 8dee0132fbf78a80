import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { setFree } from '@kartis/seat-map/model/board.ts'
import { moveOffers } from '@kartis/seat-map/model/move-offers.ts'
import { type Db, inTransaction } from '../../../../platform/database/db.ts'
import { boardFor, lockHall } from './halls.ts'
import { EVERY_CHANNEL, refuseMoves, type SeatMove } from './move-seats.ts'
import { placeOf, type PrintedSeat, printedSeat, uuidOf } from './seat-plan.ts'

/** A seat that somebody has, and the ticket type as which it was sold. */
export interface TakenSeat {
  readonly typeId: string
  readonly seatNo: number
}

/** Moves of many orders on one board: what is planned for one is free for none after it. */
export interface MovePlanner {
  /** The nearest seats together of the same category, otherwise of another one of their type; undefined without any. */
  nearest(seats: readonly TakenSeat[]): readonly string[] | undefined
  /**
   * Plans the moves of one order; nothing is planned where they are refused. With `frees` the next order may have what this
   * one leaves.
   */
  plan(moves: readonly SeatMove[], frees: boolean): Refusal | undefined
  printed(seatUuid: string): PrintedSeat | undefined
  /** Undefined for what is no seat of this event. */
  numberOf(seatUuid: string): number | undefined
}

/** Undefined for an event without seats. Nothing stays locked: whoever moves seats then is judged again. */
export const planMoves = async (db: Db, eventId: string): Promise<MovePlanner | undefined> => {
  const hall = await inTransaction(db, (tx) => lockHall(db, tx, eventId))
  if (!hall) return undefined
  const { plan } = hall
  const { map } = plan
  const board = boardFor(hall, EVERY_CHANNEL)
  const allowed = ({ typeId, seatNo }: TakenSeat): Set<number> =>
    new Set([map.category[plan.indexOf[seatNo] ?? -1] ?? -1, ...(plan.categoriesOf.get(typeId) ?? [])])
  return {
    nearest: (seats) => {
      const places = seats.map(({ seatNo }) => plan.indexOf[seatNo] ?? -1)
      if (places.some((place) => place < 0)) return undefined
      const ofAll = seats.map(allowed)
      const common = [...(ofAll[0] ?? [])].filter((category) => ofAll.every((each) => each.has(category)))
      const own = [...new Set(places.map((place) => map.category[place] ?? 0))]
      const tries = own.length === 1 ? [own, common] : [common]
      const [found] = tries.flatMap((categories) => moveOffers(map, board, places, categories).slice(0, 1))
      return found?.map((place) => uuidOf(plan, place))
    },
    plan: (moves, frees) => {
      const refused = refuseMoves(hall, board, moves)
      if (isRefusal(refused)) return refused
      if (frees) for (const { from } of moves) setFree(board, map, plan.indexOf[from] ?? -1, true)
      for (const { to } of moves) setFree(board, map, placeOf(plan, to) ?? -1, false)
      return undefined
    },
    numberOf: (uuid) => plan.numbers.byIndex[placeOf(plan, uuid) ?? -1],
    printed: (uuid) => {
      const place = placeOf(plan, uuid)
      return place === undefined ? undefined : printedSeat(plan, plan.numbers.byIndex[place] ?? 0)
    },
  }
}
