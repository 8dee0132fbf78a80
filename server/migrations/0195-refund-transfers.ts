import { type Kysely, sql } from 'kysely'

/**
 * Refunds that a gateway has refused for good and that go back by bank transfer: the buyer is asked for bank details by a
 * link, whose token is kept as a keyed hash; details are sealed and erased after the transfer. One row for each refund,
 * so that its money is handed back once, however it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refund_transfer_files (
      account_id uuid not null,
      id uuid primary key,
      number int not null,
      transfers int not null,
      total bigint not null,
      made_by text not null,
      made_at timestamptz not null,
      unique (account_id, number)
    )`.execute(db)
  await sql`
    create table refund_transfers (
      event_id uuid not null,
      id uuid not null,
      account_id uuid not null,
      order_id uuid not null,
      refund_id uuid not null,
      payment_id uuid not null,
      amount int not null check (amount > 0),
      state text not null check (state in ('requested', 'received', 'exported', 'done', 'withdrawn')),
      due_at timestamptz not null,
      -- Counts the links: each has a token of its own.
      turn int not null default 0,
      token_hash text unique,
      requested_at timestamptz,
      reminders smallint not null default 0,
      holder_sealed text,
      bank_number int,
      branch_number text,
      account_number_sealed text,
      account_number_tail text,
      check_result text,
      changes smallint not null default 0,
      received_at timestamptz,
      file_id uuid references refund_transfer_files,
      exported_at timestamptz,
      ended_at timestamptz,
      note text,
      noted_by text,
      primary key (event_id, id),
      unique (event_id, refund_id),
      check ((holder_sealed is null) = (account_number_sealed is null)),
      check (state not in ('received', 'exported') or account_number_sealed is not null)
    )`.execute(db)
  await sql`create index refund_transfers_account on refund_transfers (account_id, due_at)`.execute(db)
  await sql`create index refund_transfers_file on refund_transfers (file_id) where file_id is not null`.execute(db)
  await sql`create index refund_transfers_open on refund_transfers (requested_at) where state = 'requested'`.execute(db)
  await sql`
    create index refund_transfers_kept on refund_transfers (ended_at)
    where ended_at is not null and account_number_sealed is not null`.execute(db)
}
