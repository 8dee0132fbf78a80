import { type Kysely, sql } from 'kysely'

/**
 * What cardholders dispute of a payment, or a card company has taken of it: it is not refunded as well. Orders of refund runs
 * whose charge is disputed wait for a person, and reports of acquirers have chargebacks. Sums in agorot.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A charge has one open dispute, so of an order with two only one became a case: it holds the amount of both.
  await sql`
    update disputes c set amount = c.amount + m.amount, reference = c.reference || m.reference
    from (
      select o.id, sum(e.amount) as amount, string_agg(', ' || d.ref, '' order by d.seq) as reference
      from journals d
      join ledger_entries e on e.account_id = d.account_id and e.seq = d.seq and e.ledger_account = 'producer_payable'
      join disputes o on o.event_id = d.event_id and o.order_id = d.order_id and o.status in ('notified', 'evidence_due', 'sent')
      where d.kind = 'dispute' and not exists (select from disputes x where x.id = d.id or x.id::text = d.ref)
      group by o.id
    ) m
    where c.id = m.id`.execute(db)
  await sql`alter table payments add column disputed int not null default 0 check (disputed >= 0)`.execute(db)
  await sql`
    update payments p set disputed = d.amount
    from (select event_id, payment_id, sum(amount) as amount from disputes where status <> 'won' group by 1, 2) d
    where p.event_id = d.event_id and p.id = d.payment_id`.execute(db)
  await sql`
    alter table refund_run_items drop constraint refund_run_items_by_hand_check,
      add constraint refund_run_items_by_hand_check check (by_hand in ('cash', 'not_enough', 'disputed')) not valid`.execute(
    db,
  )
  await sql`
    alter table acquirer_rows drop constraint acquirer_rows_kind_check,
      add constraint acquirer_rows_kind_check check (kind in ('charge', 'credit', 'adjustment', 'chargeback')) not valid`.execute(
    db,
  )
  await sql`create index disputes_payment on disputes (event_id, payment_id)`.execute(db)
}
