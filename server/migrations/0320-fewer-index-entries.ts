import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../platform/database/build-index.ts'

export const isTransaction = false

/**
 * Messages are found by their recipient only where they belong to no order, so that the two of each order need no entry.
 * Nothing reads open webhooks by their time; that index made every webhook that was handled write to all of them, for which
 * its page has a place now.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await buildIndex(db, {
    name: 'messages_to_without_order',
    on: 'messages ("to", created_at desc) where order_id is null',
  })
  const concurrently = db.isTransaction ? sql`` : sql`concurrently`
  await sql`drop index ${concurrently} if exists messages_to`.execute(db)
  await sql`drop index ${concurrently} if exists payment_webhooks_open`.execute(db)
  await sql`alter table payment_webhooks set (fillfactor = 50)`.execute(db)
}
