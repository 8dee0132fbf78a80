import { isPostponement } from './cancellation.ts'

/** One postponement of a published event. */
export interface EventMove {
  /** When the start was changed; ISO. */
  readonly at: string
  /** The start before; ISO. */
  readonly from: string
}

interface MovedEvent {
  /** The earliest first. */
  readonly moves: readonly EventMove[]
  readonly startsAt: Date
  readonly timeZone: string
}

/**
 * The start under which somebody bought, or without `boughtAt` the first one that was announced; null where the event takes
 * place then, or was never postponed since.
 */
export const movedFrom = ({ moves, startsAt, timeZone }: MovedEvent, boughtAt?: Date): Date | null => {
  const move = moves.find(({ at }) => boughtAt === undefined || boughtAt < new Date(at))
  if (!move) return null
  const from = new Date(move.from)
  return isPostponement(from, startsAt, timeZone) ? from : null
}
