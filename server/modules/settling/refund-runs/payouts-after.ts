import type { PayoutAfter } from '@kartis/contract/event-figures.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { type OpenRefunds, payoutsAfter } from '../payouts/index.ts'
import { readOpenRefunds } from './figures-queries.ts'
import type { RunRow } from './runs-queries.ts'

const NOTHING: OpenRefunds = { cards: 0, special: 0, tourist: 0, handedBack: 0, free: 0 }

/** What the payout report of an event says after each of its runs. */
export const payoutsAfterRuns = async (
  db: Db,
  event: EventRow,
  runs: readonly RunRow[],
  now: Date,
): Promise<Map<string, PayoutAfter>> => {
  if (runs.length === 0) return new Map()
  const open = await readOpenRefunds(db, event.id, runs)
  const after = await payoutsAfter(
    db,
    event,
    runs.map(({ id }) => open.get(id) ?? NOTHING),
    now,
  )
  return new Map(runs.flatMap(({ id }, index) => (after[index] ? [[id, after[index]]] : [])))
}
