import type { FreedSeats } from '@kartis/domain/seats.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { type Board, copyOf, isFree, setFree } from '@kartis/seat-map/model/board.ts'
import type { Db, Tx } from '../../../../platform/database/db.ts'
import { boardFor, type Hall, lockHall } from './halls.ts'
import type { SeatOfTicket } from './order-seats.ts'
import { numberOf, placeOf, printedSeat, uuidOf } from './seat-plan.ts'
import { allotToProducer, returnSeats, takeSeats } from './seats-queries.ts'

/** A ticket of an order that is to have another seat. */
export interface SeatMove {
  readonly typeId: string
  readonly from: number
  /** Uuid of a seat. */
  readonly to: string
}

/** What becomes of the seats that moves leave. */
export interface Leaving {
  readonly freed: FreedSeats
  /** Uuids of seats that other moves of the same request take. */
  readonly requested?: readonly string[]
}

/** Who moves people may use the seats of every channel. */
export const EVERY_CHANNEL = [0, 1, 2, 3]

/** Why these moves cannot be, on a board of what may be taken, which stays as it is. */
export const refuseMoves = ({ plan }: Hall, free: Board, moves: readonly SeatMove[]): Refusal | undefined => {
  const board = copyOf(free)
  for (const { from } of moves) {
    const place = plan.indexOf[from] ?? -1
    if (place >= 0) setFree(board, plan.map, place, true)
  }
  const taken: number[] = []
  for (const [index, { typeId, from, to }] of moves.entries()) {
    const field = `moves.${index}.seat_uuid`
    const place = placeOf(plan, to)
    if (place === undefined) return refuseField(field, 'unknown_seat')
    const category = plan.map.category[place] ?? 0
    const isSame = plan.map.category[plan.indexOf[from] ?? -1] === category
    if (!isSame && !plan.categoriesOf.get(typeId)?.has(category)) return refuseField(field, 'seat_of_other_type')
    if (!isFree(board, place)) taken.push(place)
    setFree(board, plan.map, place, false)
  }
  if (new Set(moves.map(({ to }) => to.toLowerCase())).size < moves.length)
    return refuseField('moves', 'duplicate_seat')
  if (taken.length === 0) return undefined
  return refuse('seat_taken', { detail: { seats: taken.map((place) => uuidOf(plan, place)), offer: [] } })
}

/**
 * Gives tickets of a sold order other seats of the same category or ticket type, those of each other too; all of them or
 * none. Returns the new seats in the order of the moves. Locks the seat clock; the caller holds the locks of the order and
 * its tickets. `seat_taken`, `validation` with the move's field, `order_state` for an event without numbered places.
 */
export const moveSeats = async (
  db: Db,
  tx: Tx,
  key: { readonly eventId: string; readonly orderId: string },
  moves: readonly SeatMove[],
  { freed, requested = [] }: Leaving,
): Promise<readonly SeatOfTicket[] | Refusal> => {
  const hall = await lockHall(db, tx, key.eventId)
  if (!hall) return refuse('order_state')
  const refused = refuseMoves(hall, boardFor(hall, EVERY_CHANNEL), moves)
  if (refused) return refused
  const seats = moves.map(({ to }) => numberOf(hall.plan, to))
  await returnSeats(
    tx,
    key,
    moves.map(({ from }) => from),
  )
  const rows = moves.map(({ typeId }, index) => ({
    order_id: key.orderId,
    type_id: typeId,
    seat_no: seats[index] ?? 0,
  }))
  await takeSeats(tx, key.eventId, rows, 'sold')
  if (freed === 'house') {
    const used = new Set([...seats, ...requested.map((uuid) => numberOf(hall.plan, uuid))])
    const left = moves.map(({ from }) => from).filter((seat) => !used.has(seat))
    await allotToProducer(tx, key.eventId, left)
  }
  return seats.map((seatNo) => ({ seatNo, printed: printedSeat(hall.plan, seatNo) }))
}
