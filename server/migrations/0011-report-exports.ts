import { type Kysely, sql } from 'kysely'

/** Requested report files, and indexes on the orders and payments of an account by day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_exports (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      format text not null check (format in ('xlsx', 'pdf')),
      lang text not null,
      from_day date not null,
      to_day date not null,
      status text not null default 'queued' check (status in ('queued', 'running', 'ready', 'failed')),
      progress int not null default 0 check (progress between 0 and 100),
      name text not null,
      file_key text,
      bytes int,
      created_by uuid,
      created_at timestamptz not null,
      started_at timestamptz,
      ended_at timestamptz,
      expires_at timestamptz not null
    )`.execute(db)
  // At most one export of the same report is queued or running, also when requests are concurrent.
  await sql`
    create unique index report_exports_open on report_exports (account_id, format, lang, from_day, to_day)
    where status in ('queued', 'running')`.execute(db)
  await sql`create index report_exports_account on report_exports (account_id, created_at desc)`.execute(db)
  await sql`create index report_exports_expiry on report_exports (expires_at)`.execute(db)
  await sql`create index orders_account_paid on orders (account_id, paid_at) where paid_at is not null`.execute(db)
  await sql`create index payments_account_paid on payments (account_id, paid_at) where status = 'paid'`.execute(db)
}
