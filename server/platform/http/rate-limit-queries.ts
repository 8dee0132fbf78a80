import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** One more in the window of this key; a window that is over begins anew. */
export const countUp = async (
  db: Db,
  key: string,
  now: Date,
  resets: Date,
): Promise<{ count: number; resets_at: Date }> => {
  const over = sql<boolean>`rate_counters.resets_at <= ${now}::timestamptz`
  return db
    .insertInto('rate_counters')
    .values({ key, count: 1, resets_at: resets })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${over} then 1 else rate_counters.count + 1 end`,
        resets_at: sql<Date>`case when ${over} then excluded.resets_at else rate_counters.resets_at end`,
      }),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow()
}

export const deleteOldCounters = async (db: Db, now: Date): Promise<void> => {
  await db.deleteFrom('rate_counters').where('resets_at', '<', now).execute()
}
