import { type Kysely, sql } from 'kysely'

/**
 * What a fee was computed of: agorot and basis points, for the fee of free tickets their number and the price of one. Null for
 * everything else, and for fees that were booked before this version.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table journals add column fee_base bigint, add column fee_rate int`.execute(db)
}
