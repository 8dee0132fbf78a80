import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** A visitor whose page sent a visit within this time counts as watching now. */
const WATCHING_SECONDS = 45

/** Counts an opened page in `event_visits`, once a day for each tab (`visitor`). */
export const countVisit = async (
  db: Db,
  visit: { eventId: string; visitor: string; day: string; now: Date },
): Promise<void> => {
  const counted = await db
    .insertInto('event_watchers')
    .values({ event_id: visit.eventId, visitor: visit.visitor, day: visit.day, seen_at: visit.now })
    .onConflict((oc) =>
      oc
        .columns(['event_id', 'visitor'])
        .doUpdateSet({ day: visit.day, seen_at: visit.now })
        .where('event_watchers.day', '<>', visit.day),
    )
    .returning('visitor')
    .executeTakeFirst()
  if (!counted) return keepWatching(db, visit)
  await db
    .insertInto('event_visits')
    .values({ event_id: visit.eventId, day: visit.day, views: 1 })
    .onConflict((oc) => oc.columns(['event_id', 'day']).doUpdateSet({ views: sql`event_visits.views + 1` }))
    .execute()
}

/** Records that the page is still open. */
export const keepWatching = async (db: Db, visit: { eventId: string; visitor: string; now: Date }): Promise<void> => {
  await db
    .updateTable('event_watchers')
    .set({ seen_at: visit.now })
    .where('event_id', '=', visit.eventId)
    .where('visitor', '=', visit.visitor)
    .execute()
}

/** People who have the sale page open now, by event; events without any are missing. */
export const watchersOf = async (db: Db, eventIds: readonly string[], now: Date): Promise<Map<string, number>> => {
  const since = new Date(now.getTime() - WATCHING_SECONDS * 1000)
  const rows = await db
    .selectFrom('event_watchers')
    .where(sql<boolean>`event_id = any(${[...eventIds]}::uuid[])`)
    .where('seen_at', '>', since)
    .groupBy('event_id')
    .select(['event_id', sql<number>`count(*)::int`.as('n')])
    .execute()
  return new Map(rows.map((row) => [row.event_id, row.n]))
}

/** People who have the sale page of an event open now. */
export const watchingNow = async (db: Db, eventId: string, now: Date): Promise<number> =>
  (await watchersOf(db, [eventId], now)).get(eventId) ?? 0
