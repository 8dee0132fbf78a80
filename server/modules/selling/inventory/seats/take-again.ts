import { bestAvailable } from '@kartis/seat-map/model/best-available.ts'
import { type Board, copyOf, isFree, setFree } from '@kartis/seat-map/model/board.ts'
import { WHEELCHAIR } from '@kartis/seat-map/model/compile.ts'
import type { Db, Tx } from '../../../../platform/database/db.ts'
import { boardFor, lockHall, PUBLIC_CHANNELS } from './halls.ts'
import { numberOf, placeOf, type PrintedSeat, printedSeat, type SeatPlan, uuidOf } from './seat-plan.ts'
import { takeSeats } from './seats-queries.ts'

/** The seats of one line, as uuids. */
interface LineSeats {
  readonly typeId: string
  readonly seats: readonly string[]
}

/** As many places of the categories that the lost ones had, not scattered over the hall. */
const equalPlaces = ({ map }: SeatPlan, board: Board, lost: readonly number[]): readonly number[] | undefined => {
  const best = bestAvailable(map, board, {
    seats: lost.length,
    wheelchairs: lost.filter((place) => ((map.flags[place] ?? 0) & WHEELCHAIR) !== 0).length,
    categories: [...new Set(lost.map((place) => map.category[place] ?? 0))],
  })
  return best && best.missing === 0 && best.kind !== 'apart' ? best.groups.flat() : undefined
}

const places = (plan: SeatPlan, seats: readonly string[]): readonly number[] | undefined => {
  const found = seats.map((seat) => placeOf(plan, seat))
  return found.every((place) => place !== undefined) ? found : undefined
}

/**
 * The seats that a late payment gets: each line its own where all of them are free, else, where the buyer agreed to it, as
 * many equal ones, so that the party stays together. Undefined: not possible for all of the lines.
 */
const choose = (
  plan: SeatPlan,
  board: Board,
  lines: readonly LineSeats[],
  mayBeEqual: boolean,
): LineSeats[] | undefined => {
  const trial = copyOf(board)
  const chosen: LineSeats[] = []
  for (const { typeId, seats } of lines) {
    const own = places(plan, seats)
    const taken = own?.every((place) => isFree(trial, place)) ? own : mayBeEqual && own && equalPlaces(plan, trial, own)
    if (!taken) return undefined
    for (const place of taken) setFree(trial, plan.map, place, false)
    chosen.push({ typeId, seats: taken.map((place) => uuidOf(plan, place)) })
  }
  return chosen
}

interface SeatsAgain {
  readonly lines: readonly LineSeats[]
  /** The seats of the lines that get others. */
  readonly replaced: readonly PrintedSeat[]
  readonly sell: () => Promise<void>
}

/**
 * Locks the seat clock and finds the seats that an order whose hold had ended may have; undefined when there are none for
 * all of its lines. `sell` takes them: call it in the same transaction, before the counters move back or the order is paid.
 */
export const findSeatsAgain = async (
  db: Db,
  tx: Tx,
  {
    eventId,
    orderId,
    mayBeEqual,
  }: { readonly eventId: string; readonly orderId: string; readonly mayBeEqual: boolean },
  lines: readonly LineSeats[],
): Promise<SeatsAgain | undefined> => {
  const hall = await lockHall(db, tx, eventId)
  const chosen = hall && choose(hall.plan, boardFor(hall, PUBLIC_CHANNELS), lines, mayBeEqual)
  if (!hall || !chosen) return undefined
  const rows = chosen.flatMap(({ typeId, seats }) =>
    seats.map((seat) => ({ order_id: orderId, type_id: typeId, seat_no: numberOf(hall.plan, seat) })),
  )
  const replaced = lines.flatMap(({ seats }, index) =>
    seats.join() === chosen[index]?.seats.join()
      ? []
      : seats.map((seat) => printedSeat(hall.plan, numberOf(hall.plan, seat))),
  )
  return { lines: chosen, replaced, sell: () => takeSeats(tx, eventId, rows, 'sold') }
}
