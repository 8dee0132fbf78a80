import { sql } from 'kysely'
import type { Platform } from '../../../platform/platform.ts'

/**
 * How long the origin of an order is stored: its limits look back a day at most, and the remaining days are for finding
 * out about an attack.
 */
const RETENTION_DAYS = 7
/** How far back a run looks, so that servers which stood still for weeks catch up. */
const REACH_DAYS = 60
const ROWS = 2000
const DAY_MS = 86_400_000

/** The smallest id of version 7 of this time: ids begin with it, so that the index on ids finds orders by their age. */
const firstIdAt = (time: number): string => {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Deletes the keyed hashes of network and browser from orders that are older than a week. */
export const forgetOrigins = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> => {
  const until = clock().getTime() - RETENTION_DAYS * DAY_MS
  const [from, to] = [firstIdAt(until - REACH_DAYS * DAY_MS), firstIdAt(until)]
  for (;;) {
    const { rows } = await sql`
      with old as (
        select event_id, id from orders
        where id >= ${from}::uuid and id < ${to}::uuid and (network is not null or device is not null)
        limit ${ROWS} for update skip locked
      )
      update orders o set network = null, device = null from old
      where o.event_id = old.event_id and o.id = old.id returning o.id`.execute(db)
    if (rows.length < ROWS) return
  }
}
