import { sql } from 'kysely'
import type { Platform } from './platform/platform.ts'
import { inTransaction } from './platform/database/db.ts'

const LOCK = 7_204_001

const isEmpty = async (platform: Platform): Promise<boolean> => {
  const found = await platform.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return !found
}

/**
 * Loads the demo data into an empty database; of several processes one does, and the others wait. Answers lines that
 * tell how to look at it.
 */
export const prepareDemo = async (platform: Platform): Promise<readonly string[]> => {
  // Loaded on demand: most starts do not need the demo.
  const { demoHints, loadDemo } = await import('@kartis/demo/index.ts')
  await inTransaction(platform.db, async (tx) => {
    // Held by this transaction while the demo is written through another connection.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    if (await isEmpty(platform)) await loadDemo(platform)
  })
  return demoHints(platform)
}
