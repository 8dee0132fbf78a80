import { sql } from 'kysely'

// Both read `journals j`.

/** `e`: what a journal moves of the money of its producer. */
export const PRODUCER_ENTRY = sql`
  join ledger_entries e on e.account_id = j.account_id and e.seq = j.seq
    and e.ledger_account in ('producer_payable', 'producer_held')`

/**
 * `p`: the payment of a journal; without one where it is missing. A journal of a sale names its payment, those of a refund the
 * refund `r`, or the payment where refunds had no rows.
 */
export const PAYMENT_OF_JOURNAL = sql`
  left join refunds r on j.kind not in ('sale', 'cash_sale') and r.event_id = j.event_id and r.id = j.ref::uuid
  left join payments p on p.event_id = j.event_id and p.id = coalesce(r.payment_id, j.ref::uuid)`
