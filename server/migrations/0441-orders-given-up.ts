import type { Kysely } from 'kysely'
import { buildIndex } from '../platform/database/build-index.ts'

export const isTransaction = false

/**
 * Orders that ended without a payment and whose network is still stored: those of a few minutes are counted for the limits on
 * holds, once a second at an event that is rushed for, beside tens of thousands that were paid.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await buildIndex(db, {
    name: 'orders_given_up',
    on: 'orders (event_id, closed_at) where paid_at is null and closed_at is not null and network is not null',
  })
}
