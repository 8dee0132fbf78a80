import { type Kysely, sql } from 'kysely'

/** People who asked for a notification: of tickets of a sold-out event, and of the opening of a sale. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table waiting_list (
      event_id uuid not null references events on delete cascade,
      id uuid not null,
      account_id uuid not null,
      kind text not null check (kind in ('sold_out', 'sale_opens')),
      phone text not null,
      quantity int not null check (quantity between 1 and 20),
      lang text not null,
      wording text not null,
      created_at timestamptz not null,
      notified_at timestamptz,
      primary key (event_id, id)
    )`.execute(db)
  await sql`create unique index waiting_list_phone on waiting_list (event_id, kind, phone)`.execute(db)
  await sql`create index waiting_list_person on waiting_list (phone)`.execute(db)
  await sql`create index waiting_list_due on waiting_list (event_id) where kind = 'sale_opens' and notified_at is null`.execute(
    db,
  )
}
