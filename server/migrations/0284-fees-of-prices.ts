import { type Kysely, sql } from 'kysely'

/**
 * Which part of a price was the service fee, and since when, for reports about tickets that were sold at earlier prices. A
 * trigger writes it, so that prices that the version before sets are there too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ticket_type_fees (
      event_id uuid not null,
      ticket_type_id uuid not null,
      -- What buyers pay, agorot.
      price int not null,
      service_fee int not null check (service_fee >= 0),
      since timestamptz not null,
      primary key (event_id, ticket_type_id, price, since)
    )`.execute(db)
  await sql`
    create function keep_ticket_type_fee() returns trigger language plpgsql as $$
    begin
      -- 0 is of interest only after another fee: the same price can be sold with and without one.
      if new.service_fee = 0 and not exists (
        select from ticket_type_fees where event_id = new.event_id and ticket_type_id = new.id
      ) then
        return null;
      end if;
      insert into ticket_type_fees (event_id, ticket_type_id, price, service_fee, since)
      values (new.event_id, new.id, new.price, new.service_fee, new.updated_at)
      on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger ticket_types_fee after insert or update of price, service_fee on ticket_types
    for each row execute function keep_ticket_type_fee()`.execute(db)
  await sql`
    insert into ticket_type_fees (event_id, ticket_type_id, price, service_fee, since)
    select event_id, id, price, service_fee, created_at from ticket_types where service_fee > 0`.execute(db)
}
