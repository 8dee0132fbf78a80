import { sql } from 'kysely'
import type { Platform } from './platform/platform.ts'
import { inTransaction } from './platform/database/db.ts'

const LOCK = 7_204_001

const isEmpty = async (platform: Platform): Promise<boolean> => {
  const user = await platform.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return !user
}

/** Demo data, passed by an entry point above the server: the server runs without them. */
export interface DemoData {
  /** Fills an empty database; resolves to false where that was done before. */
  load(platform: Platform): Promise<boolean>
  /** Lines for the terminal: where to look and how to sign in. */
  hints(platform: Platform): Promise<readonly string[]>
}

/**
 * Loads the demo data into an empty database, in one process while the others wait. Returns lines for the terminal: where
 * to look and how to sign in.
 */
export const prepareDemo = async (platform: Platform, demo: DemoData): Promise<readonly string[]> => {
  await inTransaction(platform.db, async (tx) => {
    // This transaction holds the lock while the demo data are written over another connection.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    if (!(await isEmpty(platform))) return
    console.log('Loading the demo data …')
    await demo.load(platform)
  })
  return demo.hints(platform)
}
