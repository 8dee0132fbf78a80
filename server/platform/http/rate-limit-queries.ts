import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

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

export const deleteCountersBefore = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('rate_counters').where('resets_at', '<', before).execute()
}
