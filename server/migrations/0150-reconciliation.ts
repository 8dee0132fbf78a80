import { type Kysely, sql } from 'kysely'

/**
 * Reconciliation: what gateways, acquirers and banks list, loaded once each, and how it differs from our books. Sums in
 * agorot; `day` is the calendar day in Israel.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gateway_rows (
      terminal_id uuid not null,
      kind text not null check (kind in ('charge', 'void', 'credit')),
      ref text not null,
      amount bigint not null,
      currency text not null,
      at timestamptz not null,
      day date not null,
      reference text,
      charge_ref text,
      loaded_at timestamptz not null,
      -- The payment, and for money that went back the refund, that it is in our books.
      event_id uuid,
      payment_id uuid,
      refund_id uuid,
      primary key (terminal_id, kind, ref)
    )`.execute(db)
  await sql`create index gateway_rows_day on gateway_rows (terminal_id, day)`.execute(db)
  await sql`
    create table acquirer_reports (
      id uuid primary key,
      terminal_id uuid not null,
      acquirer text not null,
      first_day date not null,
      last_day date not null,
      rows int not null,
      loaded_at timestamptz not null
    )`.execute(db)
  await sql`
    create table acquirer_rows (
      terminal_id uuid not null,
      acquirer text not null,
      row_key text not null,
      kind text not null check (kind in ('charge', 'credit', 'adjustment')),
      ref text not null,
      approval text,
      amount bigint not null,
      fee bigint not null,
      net bigint not null,
      currency text not null,
      day date not null,
      paid_on date not null,
      deposit_ref text not null,
      loaded_at timestamptz not null,
      event_id uuid,
      payment_id uuid,
      primary key (terminal_id, acquirer, row_key)
    )`.execute(db)
  await sql`create index acquirer_rows_day on acquirer_rows (terminal_id, acquirer, day)`.execute(db)
  await sql`create index acquirer_rows_payment on acquirer_rows (payment_id) where payment_id is not null`.execute(db)
  await sql`create index acquirer_rows_deposit on acquirer_rows (acquirer, deposit_ref)`.execute(db)
  await sql`
    create table deposits (
      acquirer text not null,
      row_key text not null,
      ref text not null,
      amount bigint not null,
      day date not null,
      loaded_at timestamptz not null,
      primary key (acquirer, row_key)
    )`.execute(db)
  await sql`create index deposits_ref on deposits (acquirer, ref)`.execute(db)
  await sql`
    create table reconciliation_exceptions (
      id uuid primary key,
      level text not null check (level in ('gateway', 'acquirer', 'bank')),
      kind text not null check (
        kind in ('ours_only', 'theirs_only', 'sum', 'currency', 'fee', 'duplicate', 'late', 'deposit_short')
      ),
      -- What of the two books it is about; with its level and kind it is one difference.
      subject text not null,
      -- The terminal, or the acquirer whose deposits are compared.
      scope text not null,
      day date not null,
      account_id uuid,
      event_id uuid,
      payment_id uuid,
      ours bigint,
      theirs bigint,
      state text not null default 'open' check (state in ('open', 'explained', 'fixed', 'written_off')),
      owner text,
      note text,
      opened_at timestamptz not null,
      changed_at timestamptz not null,
      changed_by text,
      unique (level, kind, subject)
    )`.execute(db)
  await sql`
    create index reconciliation_exceptions_open on reconciliation_exceptions (opened_at, id)
    where state in ('open', 'explained')`.execute(db)
  await sql`create index reconciliation_exceptions_day on reconciliation_exceptions (level, scope, day)`.execute(db)
  await sql`
    create index reconciliation_exceptions_account on reconciliation_exceptions (account_id, opened_at desc, id)
    where account_id is not null`.execute(db)
  // Refunds of a period in the order in which the gateway made them.
  await sql`create index refunds_done on refunds (done_at) where status = 'done'`.execute(db)
}
