import { type RawBuilder, sql } from 'kysely'

/**
 * The revenue of a payment in agorot, for `where PAID` rows only: what was captured less what was refunded. Every sum that a
 * screen calls revenue is a sum of it (docs/rules/revenue.md), whatever became of the order.
 */
export const PAID_NET: RawBuilder<number> = sql`(amount - refunded)`

/** The condition of payments that were captured: a literal, the same as that of the partial indexes. */
export const PAID: RawBuilder<boolean> = sql`status = 'paid'`
