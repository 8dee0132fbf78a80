import { type GateBoard, showGateBoard } from '@kartis/contract/gate-board.ts'
import { scanCounters } from '@kartis/domain/admission.ts'
import { shownMinutes } from '@kartis/domain/gate-flow.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import { CACHE_SIZES } from '../../../platform/config/cache-sizes.ts'
import { createCache } from '../../../platform/concurrency/cache.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { type EventRow, eventRow } from '../../catalogue/events/index.ts'
import { scanCountersOf } from '../../selling/ticketing/index.ts'
import { listConflicts, readMetEntries } from '../admission/index.ts'
import { readMissing } from '../devices/index.ts'
import { readBoard } from './board-queries.ts'
import { viewBoard } from './board-view.ts'
import { noShowRoutes } from './no-shows.ts'

/**
 * Several screens ask every few seconds: one computation answers all of them for two seconds, or longer where it took long,
 * so that boards never take more than a twentieth of a connection for each event.
 */
const CACHE = { ttlMs: 2000, timesLoad: 20, max: CACHE_SIZES.gateBoards } as const
/** A board that is so far ahead of the clock is of before the clock was set back. */
const AHEAD_MS = 60_000

/** Phones that scanned without joining by a link, and links that ended, are shown for so long. */
const SEEN_MS = 12 * 3_600_000
/** For so long after the event phones of members may be at its gate. */
const TEAM_MS = 6 * 3_600_000

const loadBoard = async ({ db }: Platform, event: EventRow, now: Date): Promise<GateBoard> => {
  const shown = shownMinutes({ startsAt: event.starts_at, endsAt: event.ends_at }, now)
  const seenAfter = new Date(Math.min(now.getTime(), event.ends_at.getTime()) - SEEN_MS)
  const teamUntil = new Date(event.ends_at.getTime() + TEAM_MS)
  const [facts, counters, conflicts, missing] = await Promise.all([
    readMetEntries(db, event).then((met) => readBoard(db, event.id, { shown, seenAfter, teamUntil, now, met })),
    scanCountersOf(db, [event.id]),
    listConflicts(db, event.id),
    readMissing(db, event.id),
  ])
  const counted = counters.get(event.id) ?? scanCounters(0, 0)
  return viewBoard({ event, now, shown, facts, counters: counted, conflicts, missing })
}

/** The entrance as a whole: its board, and afterwards who did not come. It writes nothing. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  noShowRoutes(app)
  const boards = createCache<GateBoard>({ ...CACHE, now: () => platform.clock().getTime() })
  const boardOf = async (event: EventRow, now: Date): Promise<GateBoard> => {
    const load = () => boards.getOrLoad(event.id, () => loadBoard(platform, event, now))
    const board = await load()
    if (Date.parse(board.as_of) <= now.getTime() + AHEAD_MS) return board
    boards.delete(event.id)
    return load()
  }
  route(app, showGateBoard, async ({ params, actor, now }) => {
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    return { data: await boardOf(event, now) }
  })
}
