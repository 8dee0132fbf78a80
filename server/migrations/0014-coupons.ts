import { type Kysely, sql } from 'kysely'

/** Coupons, their discount of each line of an order, and the verified phone whose limits an order counts against. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Uses are counted like the stock of tickets: a check constraint refuses more than the limit. Free space in each page allows HOT updates.
  await sql`
    create table coupons (
      event_id uuid not null references events on delete cascade,
      id uuid not null,
      account_id uuid not null,
      code text not null,
      code_key text not null,
      kind text not null check (kind in ('percent', 'amount', 'price')),
      value int not null check (value >= 0),
      ticket_type_ids uuid[],
      max_tickets int check (max_tickets > 0),
      max_uses int check (max_uses > 0),
      starts_at timestamptz,
      ends_at timestamptz,
      active boolean not null default true,
      held int not null default 0,
      used int not null default 0,
      created_by uuid,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      removed_at timestamptz,
      primary key (event_id, id),
      check (held >= 0 and used >= 0 and (max_uses is null or held + used <= max_uses))
    ) with (fillfactor = 50)`.execute(db)
  // The code of a removed coupon may be used again.
  await sql`create unique index coupons_code on coupons (event_id, code_key) where removed_at is null`.execute(db)
  await sql`create index coupons_id on coupons (id)`.execute(db)
  await sql`
    alter table orders
      add column discount int not null default 0 check (discount >= 0),
      add column coupon_id uuid,
      add column coupon_code text,
      add column limit_phone text`.execute(db)
  await sql`create index orders_coupon on orders (event_id, coupon_id) where coupon_id is not null`.execute(db)
  await sql`create index orders_limit_phone on orders (event_id, limit_phone) where limit_phone is not null`.execute(db)
  await sql`
    alter table order_lines
      add column discount int not null default 0 check (discount between 0 and quantity * unit_price)`.execute(db)
  // A row to lock, so that concurrent orders of one phone are decided one after the other.
  await sql`
    create table limit_phones (
      event_id uuid not null,
      phone_hash text not null,
      primary key (event_id, phone_hash)
    )`.execute(db)
}
