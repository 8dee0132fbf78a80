import { type Kysely, sql } from 'kysely'

/** Registers of the box office, their shifts and sales, and the charges of the simulated card terminal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pos_devices (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      label text not null,
      branch text not null,
      service text not null default 'sale' check (service in ('sale', 'scan', 'pickup')),
      terminal text,
      reader text,
      pairing_hash text,
      pairing_expires_at timestamptz,
      secret_hash text,
      paired_at timestamptz,
      paired_by uuid,
      seen_at timestamptz,
      revoked_at timestamptz,
      created_by uuid,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index pos_devices_account on pos_devices (account_id, created_at)`.execute(db)
  await sql`
    create table pos_shifts (
      id uuid primary key,
      account_id uuid not null,
      device_id uuid not null references pos_devices on delete cascade,
      number int not null,
      opening_cash int not null check (opening_cash >= 0),
      opened_by uuid,
      opened_at timestamptz not null,
      counted_cash int check (counted_cash >= 0),
      closed_by uuid,
      closed_at timestamptz,
      note text not null default '',
      report jsonb,
      unique (device_id, number)
    )`.execute(db)
  // A register has at most one open shift, also when requests are concurrent.
  await sql`create unique index pos_shifts_open on pos_shifts (device_id) where closed_at is null`.execute(db)
  await sql`create index pos_shifts_account on pos_shifts (account_id, opened_at desc)`.execute(db)
  await sql`
    create table pos_sales (
      event_id uuid not null,
      order_id uuid not null,
      account_id uuid not null,
      device_id uuid not null,
      shift_id uuid not null,
      method text not null check (method in ('cash', 'terminal')),
      received int,
      sold_by uuid,
      created_at timestamptz not null,
      primary key (event_id, order_id)
    )`.execute(db)
  await sql`create index pos_sales_shift on pos_sales (shift_id, created_at desc)`.execute(db)
  await sql`create index pos_sales_order on pos_sales (order_id)`.execute(db)
  await sql`
    create table sandbox_readers (
      thtk text primary key,
      params jsonb not null,
      created_at timestamptz not null
    )`.execute(db)
}
