import { VISITORS } from '@kartis/domain/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** A visitor whose page sent a visit within this time counts as watching now. */
const WATCHING_SECONDS = 45

interface Visit {
  readonly eventId: string
  readonly visitor: string
  /** Keyed hash of the network for this event; null: not limited. */
  readonly network: string | null
  readonly day: string
  readonly now: Date
}

/**
 * Counts an opened page in `event_visits`, once a day for each tab (`visitor`). A network adds `VISITORS.viewsPerDay`; what it
 * sends beyond is neither counted nor stored.
 */
export const countVisit = async (db: Db, visit: Visit): Promise<void> => {
  const { eventId, visitor, network, day, now } = visit
  const { rows } = await sql`
    insert into event_watchers (event_id, visitor, network, day, seen_at)
    select ${eventId}::uuid, ${visitor}, ${network}::text, ${day}::date, ${now}::timestamptz
    where ${network}::text is null or ${VISITORS.viewsPerDay} > (
      select count(*) from (
        select from event_watchers
        where event_id = ${eventId}::uuid and network = ${network}::text and day = ${day}::date
        limit ${VISITORS.viewsPerDay}
      ) counted)
    on conflict (event_id, visitor) do update set day = excluded.day, seen_at = excluded.seen_at, network = excluded.network
      where event_watchers.day <> excluded.day
    returning visitor`.execute(db)
  if (rows.length === 0) return keepWatching(db, visit)
  await db
    .insertInto('event_visits')
    .values({ event_id: eventId, day, views: 1 })
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

/**
 * People who have the sale page open now, by event; events without any are missing. One network counts for
 * `VISITORS.watching` at most.
 */
export const watchersOf = async (db: Db, eventIds: readonly string[], now: Date): Promise<Map<string, number>> => {
  const since = new Date(now.getTime() - WATCHING_SECONDS * 1000)
  const { rows } = await sql<{ event_id: string; n: number }>`
    select event_id, sum(n)::int as n from (
      select event_id, case when network is null then count(*) else least(count(*), ${VISITORS.watching}) end as n
      from event_watchers
      where event_id = any(${[...eventIds]}::uuid[]) and seen_at > ${since}
      group by event_id, network
    ) of_network group by event_id`.execute(db)
  return new Map(rows.map((row) => [row.event_id, row.n]))
}

/** People who have the sale page of an event open now. */
export const watchingNow = async (db: Db, eventId: string, now: Date): Promise<number> =>
  (await watchersOf(db, [eventId], now)).get(eventId) ?? 0

/** Deletes tabs that were closed before this instant. */
export const deleteWatchersBefore = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('event_watchers').where('seen_at', '<', before).execute()
}
