import { type Kysely, sql } from 'kysely'

/**
 * What the payment page of a payment offered, which a buyer can exceed by changing the page's address; null for payments
 * without a page and for those of before. A charge beyond it is a difference of its own kind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments add column offered_installments smallint, add column offered_bit boolean`.execute(db)
  await sql`
    alter table reconciliation_exceptions drop constraint reconciliation_exceptions_kind_check`.execute(db)
  // Rows of before hold: they satisfied the narrower constraint.
  await sql`
    alter table reconciliation_exceptions
      add constraint reconciliation_exceptions_kind_check check (
        kind in ('ours_only', 'theirs_only', 'sum', 'currency', 'fee', 'duplicate', 'late', 'deposit_short', 'not_offered')
      ) not valid`.execute(db)
}
