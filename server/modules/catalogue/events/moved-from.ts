import { movedFrom } from '@kartis/domain/event-moves.ts'
import type { EventRow } from './events-queries.ts'

type Moved = Pick<EventRow, 'moves' | 'starts_at' | 'timezone'>

/** The start under which somebody bought, or without `boughtAt` the first announced one, where the event was postponed since. */
export const movedFromOf = (
  { moves, starts_at: startsAt, timezone: timeZone }: Moved,
  boughtAt?: Date,
): string | null => movedFrom({ moves, startsAt, timeZone }, boughtAt)?.toISOString() ?? null
