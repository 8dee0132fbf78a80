import { type Kysely, sql } from 'kysely'

/**
 * Several gateways. `page_ref` is the gateway's own id of a payment page, by which some gateways are asked for its result;
 * `wallet` is the phone wallet in place of a card; `installments` is how many charges the buyer chose. The simulators keep
 * pages under an id and send webhooks with headers of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payments
      add column page_ref text,
      add column wallet text,
      add column installments smallint not null default 1`.execute(db)
  await sql`alter table refunds add column way text`.execute(db)
  await sql`
    create table refund_attempts (
      event_id uuid not null,
      refund_id uuid not null,
      number int not null,
      sent_at timestamptz not null,
      outcome text,
      code text,
      primary key (event_id, refund_id, number)
    )`.execute(db)
  await sql`create index refunds_queued on refunds (created_at) where status = 'queued'`.execute(db)
  await sql`
    create table sandbox_pages (
      id uuid primary key,
      gateway text not null,
      terminal text not null,
      amount int not null check (amount > 0),
      params jsonb not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_by int,
      declined text
    )`.execute(db)
  await sql`
    alter table sandbox_transactions
      add column currency text not null default 'ILS',
      add column wallet text,
      add column page_id uuid`.execute(db)
  await sql`create index sandbox_transactions_page on sandbox_transactions (page_id) where page_id is not null`.execute(
    db,
  )
  await sql`alter table sandbox_notifies add column headers jsonb not null default '{}'`.execute(db)
}
