import type { Kysely } from 'kysely'
import { buildIndex } from '../platform/database/build-index.ts'

export const isTransaction = false

/**
 * Messages that failed at least once, in place of all that are not sent: an index with the status made each delivery write
 * to every index of the message. A sent message that never failed has no entry, and its update none to write.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  buildIndex(db, { name: 'messages_failed', on: 'messages (created_at) where last_error is not null' })
