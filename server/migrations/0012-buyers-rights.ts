import { type Kysely, sql } from 'kysely'

/**
 * The rights of buyers. `events.postponed_at` is when a published event was last moved to another time: orders that were
 * placed before it may be refunded in full. `marketing_consents` logs consents to marketing messages and withdrawals: rows
 * are never updated (a trigger refuses it), and only an erasure deletes them. The newest row of a phone and an account is
 * in force. `wording` is the text of the consent.
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
  // Older consents were stored with the order only, without their wording.
  await sql`
    insert into marketing_consents
      (id, account_id, phone, email, given, channel, event_id, order_id, wording, lang, created_at)
    select gen_random_uuid(), account_id, buyer_phone, buyer_email, true, 'checkout', event_id, id, '', lang, marketing_consent_at
    from orders where marketing_consent_at is not null and buyer_phone is not null`.execute(db)
}
