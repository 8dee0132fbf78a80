import type { OrderState } from '@kartis/domain/order.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Orders that were ever paid or issued, or whose late payment was refunded without ever becoming paid. Unpaid carts do not
 * belong in a list of sales.
 */
export const EVER_SOLD = sql<boolean>`(o.paid_at is not null or o.status = 'refunded')`

/** Orders that are in this state now: the condition of `stateNow`, which says what the lists show. */
export const inState = (state: OrderState, now: Date): RawBuilder<boolean> =>
  sql<boolean>`case when o.status in ('reserved', 'pending_payment') and o.expires_at <= ${now}
    then 'expired' else o.status end = ${state}`
