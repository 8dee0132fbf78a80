import { type GateBoard, showGateBoard } from '@kartis/contract/gate-board.ts'
import { scanCounters } from '@kartis/domain/admission.ts'
import { shownMinutes } from '@kartis/domain/gate-flow.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { type EventRow, eventRow } from '../../catalogue/events/index.ts'
import { scanCountersOf } from '../../selling/ticketing/index.ts'
import { listConflicts } from '../admission/index.ts'
import { createBoardMemory } from './board-memory.ts'
import { readBoard } from './board-queries.ts'
import { viewBoard } from './board-view.ts'
import { noShowRoutes } from './no-shows.ts'

/** Phones that scanned without joining by a link, and links that ended, are shown for so long. */
const SEEN_MS = 12 * 3_600_000

const loadBoard = async ({ db }: Platform, event: EventRow, now: Date): Promise<GateBoard> => {
  const shown = shownMinutes({ startsAt: event.starts_at, endsAt: event.ends_at }, now)
  const seenAfter = new Date(Math.min(now.getTime(), event.ends_at.getTime()) - SEEN_MS)
  const [facts, counters, conflicts] = await Promise.all([
    readBoard(db, event.id, shown, seenAfter),
    scanCountersOf(db, [event.id]),
    listConflicts(db, event.id),
  ])
  return viewBoard({ event, now, shown, facts, counters: counters.get(event.id) ?? scanCounters(0, 0), conflicts })
}

/** The entrance as a whole: its board, and afterwards who did not come. It writes nothing. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  noShowRoutes(app)
  const remember = createBoardMemory<GateBoard>()
  route(app, showGateBoard, async ({ params, actor, now }) => {
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    return { data: await remember(event.id, now, () => loadBoard(platform, event, now)) }
  })
}
