import { type Kysely, sql } from 'kysely'

/**
 * Disputes of cardholders. Those that an operator booked before there were cases become cases: decided where a journal of
 * the same reference says so. Sums in agorot.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table disputes (
      id uuid primary key,
      account_id uuid not null,
      event_id uuid not null,
      order_id uuid not null,
      payment_id uuid not null,
      -- Of the acquirer's notice.
      reference text not null,
      reason text not null default '',
      amount bigint not null check (amount > 0),
      -- The installation has the money: the amount is in the ledger's reserve until it is decided.
      held boolean not null,
      status text not null check (status in ('notified', 'evidence_due', 'sent', 'won', 'lost', 'accepted')),
      notified_at timestamptz not null,
      -- The last day for the evidence, in Israel.
      deadline date not null,
      reminded_at timestamptz,
      sent_at timestamptz,
      decided_at timestamptz,
      note text,
      changed_at timestamptz not null,
      changed_by text,
      unique (payment_id, reference)
    )`.execute(db)
  await sql`
    create unique index disputes_open on disputes (payment_id)
    where status in ('notified', 'evidence_due', 'sent')`.execute(db)
  await sql`create index disputes_account on disputes (account_id, notified_at desc, id)`.execute(db)
  await sql`
    create index disputes_deadline on disputes (deadline)
    where status in ('notified', 'evidence_due')`.execute(db)
  await sql`
    insert into disputes (id, account_id, event_id, order_id, payment_id, reference, amount, held, status, notified_at, deadline,
      reminded_at, decided_at, changed_at)
    select d.id, d.account_id, d.event_id, d.order_id, p.id, d.ref, e.amount, true,
      case x.kind when 'dispute_won' then 'won' when 'dispute_lost' then 'lost' else 'notified' end,
      d.occurred_at, d.occurred_at::date + 10, d.booked_at, x.occurred_at, coalesce(x.booked_at, d.booked_at)
    from journals d
    join ledger_entries e on e.account_id = d.account_id and e.seq = d.seq and e.ledger_account = 'producer_payable'
    join lateral (
      select id from payments
      where event_id = d.event_id and order_id = d.order_id and status = 'paid' and method <> 'cash'
      order by paid_at desc nulls last, id limit 1
    ) p on true
    left join journals x on x.kind in ('dispute_won', 'dispute_lost') and x.ref = d.ref
    where d.kind = 'dispute'
    on conflict do nothing`.execute(db)
}
