import type { PaidMeans } from '@kartis/contract/event-figures.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * The revenue of a payment in agorot, for `where PAID` rows only: what was captured less what was refunded. Every sum that a
 * screen calls revenue is a sum of it (docs/rules/revenue.md), whatever became of the order.
 */
export const PAID_NET: RawBuilder<number> = sql`(amount - refunded)`

/** What a payment was made with (`PAID_MEANS` of the contract). */
export const paidMeans = (payment: RawBuilder<unknown> = sql`payments`): RawBuilder<PaidMeans> => sql`(
  case when ${payment}.method <> 'card' then ${payment}.method when ${payment}.wallet is not null then ${payment}.wallet
    when ${payment}.installments > 1 then 'installments' else 'card' end)`

/** The condition of payments that were captured: a literal, the same as that of the partial indexes. */
export const PAID: RawBuilder<boolean> = sql`status = 'paid'`
