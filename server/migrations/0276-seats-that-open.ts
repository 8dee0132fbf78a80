import type { Kysely } from 'kysely'
import { buildIndex } from '../platform/database/build-index.ts'

export const isTransaction = false

/** Seats that wait for their opening, few among many. A job looks every minute for those that are due. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  buildIndex(db, {
    name: 'event_seats_opening',
    on: 'event_seats (opens_at, event_id) where opens_at is not null and state = 0 and not (for_sale and channel = 0)',
  })
