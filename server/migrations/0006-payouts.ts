import { type Kysely, sql } from 'kysely'

/** Payouts: at most one for an event. A debt is a negative amount that a later payout has settled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payouts (
      event_id uuid not null,
      id uuid not null,
      account_id uuid not null,
      amount int not null,
      reference text not null default '',
      paid_at timestamptz not null,
      primary key (event_id, id)
    )`.execute(db)
  await sql`create unique index payouts_event on payouts (event_id)`.execute(db)
  await sql`create index payouts_account on payouts (account_id, paid_at desc)`.execute(db)
}
