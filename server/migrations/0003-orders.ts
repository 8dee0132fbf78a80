import { type Kysely, sql } from 'kysely'

/** Orders, tickets, payments, scans. Every key begins with event_id, so the tables can be distributed by event. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence order_numbers start 100001`.execute(db)
  await sql`
    create table orders (
      event_id uuid not null,
      id uuid not null,
      account_id uuid not null,
      number bigint not null default nextval('order_numbers'),
      token_hash text not null,
      status text not null check (status in ('reserved', 'pending_payment', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'expired')),
      channel text not null default 'online' check (channel in ('online', 'invitation', 'cashier')),
      total int not null check (total >= 0),
      tickets_count int not null,
      buyer_name text,
      buyer_phone text,
      buyer_email text,
      user_id uuid,
      lang text not null default 'he',
      marketing_consent_at timestamptz,
      expires_at timestamptz,
      created_at timestamptz not null,
      paid_at timestamptz,
      closed_at timestamptz,
      primary key (event_id, id)
    ) with (fillfactor = 85)`.execute(db)
  await sql`create index orders_id on orders (id)`.execute(db)
  await sql`create index orders_number on orders (number)`.execute(db)
  await sql`create index orders_event_time on orders (event_id, created_at desc)`.execute(db)
  await sql`create index orders_account_time on orders (account_id, created_at desc)`.execute(db)
  await sql`create index orders_phone on orders (buyer_phone) where buyer_phone is not null`.execute(db)
  await sql`create index orders_expiry on orders (expires_at) where status in ('reserved', 'pending_payment')`.execute(
    db,
  )
  await sql`
    create table order_lines (
      event_id uuid not null,
      order_id uuid not null,
      position int not null,
      ticket_type_id uuid not null,
      name text not null,
      quantity int not null check (quantity > 0),
      unit_price int not null check (unit_price >= 0),
      primary key (event_id, order_id, position)
    )`.execute(db)
  await sql`
    create table tickets (
      event_id uuid not null,
      id uuid not null,
      order_id uuid not null,
      ticket_type_id uuid not null,
      name text not null,
      position int not null,
      price int not null check (price >= 0),
      status text not null default 'valid' check (status in ('valid', 'cancelled')),
      redeemed_at timestamptz,
      redeemed_device text,
      redeemed_by uuid,
      cancelled_at timestamptz,
      created_at timestamptz not null,
      primary key (event_id, id)
    ) with (fillfactor = 90)`.execute(db)
  await sql`create index tickets_id on tickets (id)`.execute(db)
  // One ticket for each position of an order: issuing an order twice fails.
  await sql`create unique index tickets_order on tickets (event_id, order_id, position)`.execute(db)
  await sql`create index tickets_event_type on tickets (event_id, ticket_type_id, status)`.execute(db)
  await sql`
    create table order_answers (
      event_id uuid not null,
      order_id uuid not null,
      field_id uuid not null,
      ticket_no int not null default 0,
      question text not null,
      type text not null,
      value jsonb not null,
      primary key (event_id, order_id, field_id, ticket_no)
    )`.execute(db)
  await sql`
    create table order_history (
      event_id uuid not null,
      id uuid not null,
      order_id uuid not null,
      kind text not null,
      detail jsonb not null default '{}',
      user_id uuid,
      created_at timestamptz not null,
      primary key (event_id, id)
    )`.execute(db)
  await sql`create index order_history_order on order_history (event_id, order_id, created_at)`.execute(db)
  await sql`
    create table payments (
      event_id uuid not null,
      id uuid not null,
      order_id uuid not null,
      account_id uuid not null,
      provider text not null,
      method text not null default 'card' check (method in ('card', 'cash', 'terminal')),
      status text not null check (status in ('started', 'paid', 'declined', 'abandoned')),
      amount int not null check (amount >= 0),
      refunded int not null default 0 check (refunded >= 0 and refunded <= amount),
      provider_ref text,
      approval_code text,
      last4 text,
      brand_code text,
      issuer_code text,
      acquirer_code text,
      foreign_card boolean,
      bucket text check (bucket in ('regular', 'special', 'tourist')),
      decline_code text,
      url text,
      expires_at timestamptz,
      checked_at timestamptz,
      raw jsonb,
      created_at timestamptz not null,
      paid_at timestamptz,
      primary key (event_id, id)
    )`.execute(db)
  await sql`create index payments_id on payments (id)`.execute(db)
  await sql`create index payments_order on payments (event_id, order_id)`.execute(db)
  await sql`create index payments_open on payments (created_at) where status = 'started'`.execute(db)
  await sql`
    create table refunds (
      event_id uuid not null,
      id uuid not null,
      payment_id uuid not null,
      order_id uuid not null,
      amount int not null check (amount > 0),
      status text not null default 'queued' check (status in ('queued', 'done', 'failed')),
      reason text not null default '',
      provider_ref text,
      attempts int not null default 0,
      last_error text,
      created_at timestamptz not null,
      done_at timestamptz,
      primary key (event_id, id)
    )`.execute(db)
  await sql`create index refunds_order on refunds (event_id, order_id)`.execute(db)
  await sql`
    create table gateway_words (
      id uuid primary key,
      provider text not null,
      provider_key text not null,
      payment_id uuid,
      body jsonb not null,
      outcome text,
      received_at timestamptz not null default now(),
      handled_at timestamptz,
      unique (provider, provider_key)
    )`.execute(db)
  await sql`create index gateway_words_open on gateway_words (received_at) where handled_at is null`.execute(db)
  await sql`
    create table invitations (
      event_id uuid not null,
      id uuid not null,
      order_id uuid not null,
      account_id uuid not null,
      recipient_name text not null,
      phone text not null,
      sent_by uuid,
      created_at timestamptz not null,
      revoked_at timestamptz,
      primary key (event_id, id)
    )`.execute(db)
  await sql`create index invitations_order on invitations (event_id, order_id)`.execute(db)
  await sql`
    create table scans (
      event_id uuid not null,
      id uuid not null,
      ticket_id uuid,
      verdict text not null check (verdict in ('admitted', 'refused')),
      refusal text,
      code_hash text,
      device_id text,
      gate text,
      user_id uuid,
      scanned_at timestamptz not null,
      received_at timestamptz not null default now(),
      primary key (event_id, id)
    )`.execute(db)
  await sql`create index scans_ticket on scans (event_id, ticket_id)`.execute(db)
}
