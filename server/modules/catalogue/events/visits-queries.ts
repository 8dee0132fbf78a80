import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** Someone whose page has spoken within this time is watching now. */
const WATCHING_SECONDS = 45

/** One opening of the page: counted once for a tab, and as a new visitor once a day. */
export const countVisit = async (
  db: Db,
  visit: { eventId: string; visitor: string; day: string; now: Date },
): Promise<void> => {
  const fresh = await db
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
  if (!fresh) return keepWatching(db, visit)
  await db
    .insertInto('event_visits')
    .values({ event_id: visit.eventId, day: visit.day, views: 1, visitors: 1 })
    .onConflict((oc) =>
      oc
        .columns(['event_id', 'day'])
        .doUpdateSet({ views: sql`event_visits.views + 1`, visitors: sql`event_visits.visitors + 1` }),
    )
    .execute()
}

export const keepWatching = async (db: Db, visit: { eventId: string; visitor: string; now: Date }): Promise<void> => {
  await db
    .updateTable('event_watchers')
    .set({ seen_at: visit.now })
    .where('event_id', '=', visit.eventId)
    .where('visitor', '=', visit.visitor)
    .execute()
}

export const watchingNow = async (db: Db, eventId: string, now: Date): Promise<number> => {
  const since = new Date(now.getTime() - WATCHING_SECONDS * 1000)
  const row = await db
    .selectFrom('event_watchers')
    .where('event_id', '=', eventId)
    .where('seen_at', '>', since)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return row.n
}

/** Watchers of past days are of no use to anyone. */
export const forgetWatchers = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('event_watchers').where('seen_at', '<', before).execute()
}
