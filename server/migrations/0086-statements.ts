import { type Kysely, sql } from 'kysely'

/**
 * Statements of accounts with frozen lines, and one payout for a statement. Payouts of single events stay in
 * `event_payouts` until the server has made statements of them. Accounts that have sold keep the mode `platform`, which was the only one.
 * `ledger_positions.payable` is the running sum of `producer_payable`, as a credit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_contracts
      add column settlement_mode text check (settlement_mode in ('direct', 'aggregated', 'platform')),
      add column reserve_bp int not null default 0 check (reserve_bp between 0 and 10000),
      add column reserve_days int not null default 0 check (reserve_days >= 0)`.execute(db)
  await sql`
    update account_contracts set settlement_mode = 'platform'
    where account_id in (select account_id from payouts union select account_id from payments where status = 'paid')`.execute(
    db,
  )
  await sql`alter table ledger_positions add column payable bigint not null default 0`.execute(db)
  await sql`
    update ledger_positions p set payable = coalesce((
      select -sum(amount) from ledger_entries e where e.account_id = p.account_id and e.ledger_account = 'producer_payable'
    ), 0)`.execute(db)
  await sql`create index journals_disputes on journals (account_id) where kind in ('dispute', 'dispute_won', 'dispute_lost')`.execute(
    db,
  )
  await sql`alter table payouts rename to event_payouts`.execute(db)
  await sql`alter index payouts_pkey rename to event_payouts_pkey`.execute(db)
  await sql`alter index payouts_event rename to event_payouts_event`.execute(db)
  await sql`alter index payouts_account rename to event_payouts_account`.execute(db)
  await sql`
    create table statements (
      id uuid primary key,
      account_id uuid not null,
      number int not null,
      made_at timestamptz not null,
      made_by text not null,
      opening bigint not null,
      closing bigint not null,
      to_seq int not null,
      previous_hash text,
      hash text not null,
      unique (account_id, number)
    )`.execute(db)
  await sql`
    create table statement_lines (
      statement_id uuid not null references statements,
      position int not null,
      kind text not null,
      event_id uuid,
      event_name text,
      amount bigint not null,
      held bigint not null default 0,
      primary key (statement_id, position)
    )`.execute(db)
  await sql`
    create table settled_events (
      event_id uuid primary key,
      account_id uuid not null,
      settled_at timestamptz not null,
      statement_id uuid not null references statements,
      seq int not null
    )`.execute(db)
  await sql`create index settled_events_account on settled_events (account_id, settled_at)`.execute(db)
  await sql`
    create table payout_batches (
      id uuid primary key,
      number int generated always as identity unique,
      pay_on text not null,
      made_by text not null,
      made_at timestamptz not null,
      payouts int not null,
      total bigint not null
    )`.execute(db)
  await sql`
    create table payouts (
      id uuid primary key,
      account_id uuid not null,
      statement_id uuid not null references statements,
      state text not null check (state in ('draft', 'approved', 'exported', 'sent', 'confirmed', 'returned')),
      amount bigint not null check (amount > 0),
      drafted_by text not null,
      drafted_at timestamptz not null,
      approved_by text,
      approved_at timestamptz,
      bank_details_id uuid,
      batch_id uuid references payout_batches,
      exported_at timestamptz,
      sent_at timestamptz,
      reference text not null default '',
      confirmed_at timestamptz,
      returned_at timestamptz,
      return_reason text,
      reissue_of uuid unique references payouts
    )`.execute(db)
  await sql`create unique index payouts_statement on payouts (statement_id) where reissue_of is null`.execute(db)
  await sql`create index payouts_account on payouts (account_id, drafted_at desc)`.execute(db)
  await sql`create index payouts_batch on payouts (batch_id) where batch_id is not null`.execute(db)
  await sql`create index payouts_open on payouts (state) where state <> 'confirmed'`.execute(db)
  await sql`
    create function statements_are_frozen() returns trigger language plpgsql as $$
    begin
      raise exception 'a statement never changes: the next one corrects it';
    end $$`.execute(db)
  for (const table of ['statements', 'statement_lines'])
    await sql`
      create trigger ${sql.ref(`${table}_frozen`)} before update or delete on ${sql.ref(table)}
      for each statement execute function statements_are_frozen()`.execute(db)
}
