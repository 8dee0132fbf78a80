import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import type { Kernel } from './kernel/context.ts'
import { inTransaction } from './kernel/db.ts'

/** What the demo data offers; its own module is loaded only when it is wanted. */
interface Demo {
  /** Fills an empty database. */
  loadDemo(kernel: Kernel): Promise<unknown>
  /** Lines that tell how to look at it. */
  demoHints(kernel: Kernel): Promise<readonly string[]>
}

const HOME = new URL('./demo/index.ts', import.meta.url)
const LOCK = 7_204_001

const isEmpty = async (kernel: Kernel): Promise<boolean> => {
  const found = await kernel.db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return !found
}

/** Loads the demo data into an empty database; of several processes one does, and the others wait. */
export const prepareDemo = async (kernel: Kernel): Promise<readonly string[]> => {
  if (!existsSync(HOME)) return []
  const demo = (await import(HOME.href)) as Demo
  await inTransaction(kernel.db, async (tx) => {
    // Held by this transaction while the demo is written through other connections.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    if (await isEmpty(kernel)) await demo.loadDemo(kernel)
  })
  return demo.demoHints(kernel)
}
