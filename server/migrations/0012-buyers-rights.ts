import { type Kysely, sql } from 'kysely'

/**
 * The rights of buyers. An event knows when it was moved to another time: who had bought before may have all back.
 * What buyers allowed an organiser to send them beyond their tickets, and took back: a log that only grows. The last row of a
 * phone and an account is what holds. Each keeps the very sentence that was agreed to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column postponed_at timestamptz`.execute(db)
  await sql`
    create table marketing_consents (
      id uuid primary key,
      account_id uuid not null references accounts on delete cascade,
      phone text not null,
      email text,
      given boolean not null,
      channel text not null check (channel in ('checkout', 'customer')),
      event_id uuid,
      order_id uuid,
      wording text not null,
      lang text not null,
      address_hash text,
      created_at timestamptz not null
    )`.execute(db)
  await sql`
    create index marketing_consents_of_phone on marketing_consents (account_id, phone, created_at desc, id desc)`.execute(
    db,
  )
  await sql`create index marketing_consents_phone on marketing_consents (phone)`.execute(db)
  await sql`
    create function marketing_consents_only_grow() returns trigger language plpgsql as $$
    begin
      raise exception 'marketing_consents is a log: a change of mind is a new row';
    end $$`.execute(db)
  await sql`
    create trigger marketing_consents_only_grow before update on marketing_consents
    for each row execute function marketing_consents_only_grow()`.execute(db)
  // Until now the order alone knew; the sentence of that time is not known any more.
  await sql`
    insert into marketing_consents
      (id, account_id, phone, email, given, channel, event_id, order_id, wording, lang, created_at)
    select gen_random_uuid(), account_id, buyer_phone, buyer_email, true, 'checkout', event_id, id, '', lang, marketing_consent_at
    from orders where marketing_consent_at is not null and buyer_phone is not null`.execute(db)
}
