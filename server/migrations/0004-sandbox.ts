import { type Kysely, sql } from 'kysely'

/** Data of the built-in payment simulator; of a card only its last four digits. Empty where a real gateway is used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_handshakes (
      thtk text primary key,
      terminal text not null,
      amount int not null check (amount > 0),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_by int
    )`.execute(db)
  await sql`
    create table sandbox_transactions (
      txn_index int generated always as identity (start with 10001) primary key,
      terminal text not null,
      txn_type text not null check (txn_type in ('DEBIT', 'CREDIT')),
      tranmode text not null,
      amount int not null check (amount > 0),
      response text not null,
      confirmation_code text not null,
      tempref text not null,
      token text not null,
      last4 text not null check (length(last4) = 4),
      brand text not null,
      issuer text not null,
      acquirer text not null,
      foreign_card boolean not null,
      cred_type text not null,
      payments int not null default 1,
      reference_index int references sandbox_transactions,
      thtk text,
      dc_disable text,
      user_fields jsonb not null default '{}',
      result jsonb not null default '{}',
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index sandbox_transactions_user_fields on sandbox_transactions using gin (user_fields jsonb_path_ops)`.execute(
    db,
  )
  await sql`create index sandbox_transactions_dc on sandbox_transactions (terminal, dc_disable) where response = '000'`.execute(
    db,
  )
  await sql`create index sandbox_transactions_thtk on sandbox_transactions (thtk) where thtk is not null`.execute(db)
  await sql`create index sandbox_transactions_reference on sandbox_transactions (reference_index) where reference_index is not null`.execute(
    db,
  )
  await sql`
    create table sandbox_notifies (
      id bigint generated always as identity primary key,
      txn_index int not null references sandbox_transactions,
      url text not null,
      body text not null,
      due_at timestamptz not null,
      leased_until timestamptz,
      attempts int not null default 0,
      delivered_at timestamptz,
      last_status text
    )`.execute(db)
  await sql`create index sandbox_notifies_due on sandbox_notifies (due_at) where delivered_at is null`.execute(db)
}
