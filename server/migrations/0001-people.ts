import { type Kysely, sql } from 'kysely'

/** People, sessions, companies and their teams; messages; the platform's own small tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key,
      phone text not null unique,
      first_name text,
      last_name text,
      email text,
      id_number_sealed text,
      gender text check (gender in ('male', 'female')),
      date_birth date,
      language text not null default 'he',
      signup_completed_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table login_codes (
      id uuid primary key,
      phone text not null,
      code_hash text not null,
      code_sealed text not null,
      tries int not null default 0,
      sends int not null default 1,
      ip text,
      created_at timestamptz not null default now(),
      last_sent_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db)
  await sql`create index login_codes_phone on login_codes (phone, created_at desc)`.execute(db)
  await sql`
    create table sessions (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      access_hash text not null unique,
      access_expires_at timestamptz not null,
      refresh_hash text not null unique,
      used_refresh_hashes text[] not null default '{}',
      refresh_expires_at timestamptz not null,
      revoked_at timestamptz,
      revoked_why text,
      user_agent text,
      created_at timestamptz not null default now(),
      seen_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index sessions_user on sessions (user_id)`.execute(db)
  await sql`
    create table accounts (
      id uuid primary key,
      name text not null,
      vat_name text not null,
      vat_number text not null,
      vat_type text not null default 'hevra',
      address_city text not null,
      address_street text not null,
      address_street_number text not null,
      contact_phone text not null,
      contact_email text not null,
      billing_email text not null,
      terms_version text,
      terms_accepted_at timestamptz,
      created_by uuid references users,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table account_members (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      user_id uuid not null references users on delete cascade,
      role text not null check (role in ('manager', 'scanner')),
      created_at timestamptz not null default now(),
      unique (account_id, user_id)
    )`.execute(db)
  await sql`create index account_members_user on account_members (user_id)`.execute(db)
  await sql`
    create table account_invites (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      phone text not null,
      role text not null check (role in ('manager', 'scanner')),
      status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'cancelled')),
      invited_by uuid references users,
      created_at timestamptz not null default now(),
      answered_at timestamptz
    )`.execute(db)
  await sql`create unique index account_invites_open on account_invites (account_id, phone) where status = 'pending'`.execute(
    db,
  )
  await sql`create index account_invites_phone on account_invites (phone) where status = 'pending'`.execute(db)
  await sql`
    create table account_bank_details (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      holder_name text,
      bank_number int not null,
      branch_number text not null,
      account_number_sealed text not null,
      account_number_tail text not null,
      check_result text not null default 'unknown' check (check_result in ('valid', 'invalid', 'unknown')),
      created_by uuid references users,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index account_bank_details_account on account_bank_details (account_id, created_at desc)`.execute(db)
  await sql`
    create table account_contracts (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      handle_fee_cc_bp int not null,
      handle_fee_cc_special_bp int not null,
      handle_fee_cc_tourist_bp int not null,
      handle_fee_ticket_agorot int not null,
      ticket_fee_includes_vat boolean not null default false,
      valid_from timestamptz not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index account_contracts_account on account_contracts (account_id, valid_from desc)`.execute(db)
  await sql`create table vat_rates (valid_from date primary key, rate_bp int not null)`.execute(db)
  await sql`insert into vat_rates values ('2015-10-01', 1700), ('2025-01-01', 1800)`.execute(db)
  await sql`
    create table attachments (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      owner_type text not null check (owner_type in ('account', 'event')),
      owner_id uuid not null,
      slot text not null,
      file_key text not null,
      name text not null,
      content_type text not null,
      bytes int not null,
      width int,
      height int,
      colors text[],
      created_by uuid references users,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index attachments_owner on attachments (owner_type, owner_id)`.execute(db)
  await sql`
    create table messages (
      id uuid primary key,
      channel text not null check (channel in ('sms', 'email')),
      "to" text not null,
      lang text not null,
      template text not null,
      subject text,
      text text not null,
      html text,
      secret jsonb,
      attachments jsonb,
      status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'dead')),
      attempts int not null default 0,
      last_error text,
      provider text,
      provider_ref text,
      account_id uuid,
      event_id uuid,
      order_id uuid,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    )`.execute(db)
  await sql`create index messages_to on messages ("to", created_at desc)`.execute(db)
  await sql`create index messages_order on messages (order_id) where order_id is not null`.execute(db)
  await sql`create index messages_open on messages (created_at) where status in ('queued', 'failed', 'dead')`.execute(
    db,
  )
  await sql`
    create unlogged table rate_counters (
      key text primary key,
      count int not null,
      resets_at timestamptz not null
    )`.execute(db)
  await sql`
    create table idempotency_keys (
      scope text not null,
      key text not null,
      body_hash text not null,
      status int,
      reply jsonb,
      created_at timestamptz not null default now(),
      primary key (scope, key)
    )`.execute(db)
  await sql`create index idempotency_keys_age on idempotency_keys (created_at)`.execute(db)
}
