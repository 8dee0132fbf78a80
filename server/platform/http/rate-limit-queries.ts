import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'

interface Increment {
  readonly by: number
  readonly now: Date
  /** End of the window that begins now if none is open. */
  readonly resets: Date
}

/** Increments the counter of a key; a window that is over starts again. */
export const incrementCounter = async (
  db: Db,
  key: string,
  { by, now, resets }: Increment,
): Promise<{ count: number; resets_at: Date }> => {
  const isOver = sql<boolean>`rate_counters.resets_at <= ${now}::timestamptz`
  return db
    .insertInto('rate_counters')
    .values({ key, count: by, resets_at: resets })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then excluded.count else rate_counters.count + excluded.count end`,
        resets_at: sql<Date>`case when ${isOver} then excluded.resets_at else rate_counters.resets_at end`,
      }),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow()
}

/** Takes one off the counter of a key while its window is open. */
export const decrementCounter = async (db: Db, key: string, now: Date): Promise<void> => {
  await db
    .updateTable('rate_counters')
    .set({ count: sql<number>`greatest(count - 1, 0)` })
    .where('key', '=', key)
    .where('resets_at', '>', now)
    .execute()
}

export const deleteCountersBefore = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('rate_counters').where('resets_at', '<', before).execute()
}

export interface Counter {
  readonly key: string
  readonly count: number
  readonly resets_at: Date
}

interface CounterIncrement {
  readonly key: string
  readonly by: number
  /** Length of the window that begins now if none is open. */
  readonly seconds: number
}

/**
 * Increments any number of counters with one statement and returns them by key. Each key once. They are locked in
 * the order of their keys, so that two transactions that count the same keys do not wait for each other in a circle.
 */
export const incrementCounters = async (
  db: Db | Tx,
  increments: readonly CounterIncrement[],
  now: Date,
): Promise<Map<string, Counter>> => {
  const sorted = increments.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const { rows } = await sql<Counter>`
    insert into rate_counters (key, count, resets_at)
    select x.key, x.count, ${now}::timestamptz + make_interval(secs => x.seconds)
    from unnest(
      ${sorted.map(({ key }) => key)}::text[], ${sorted.map(({ by }) => by)}::int[],
      ${sorted.map(({ seconds }) => seconds)}::int[]
    ) with ordinality as x (key, count, seconds, place)
    order by x.place
    on conflict (key) do update set
      count = case when rate_counters.resets_at <= ${now} then excluded.count else rate_counters.count + excluded.count end,
      resets_at = case when rate_counters.resets_at <= ${now} then excluded.resets_at else rate_counters.resets_at end
    returning key, count, resets_at`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}
