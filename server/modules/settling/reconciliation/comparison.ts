import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'

/**
 * A transaction that compares two whole periods. Rows were loaded a moment ago, so PostgreSQL has no statistics of them and
 * would look each of a hundred thousand up in turn; both sides are read once and hashed instead.
 */
export const inComparison = <T>(platform: Platform, compare: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(platform.db, async (tx) => {
    await sql`set local enable_nestloop = off`.execute(tx)
    await sql`set local statement_timeout = '10min'`.execute(tx)
    return compare(tx)
  })
