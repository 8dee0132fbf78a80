import { type Kysely, sql } from 'kysely'

/** Tickets that their buyers offer to other people, and who holds those that were accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ticket_transfers (
      event_id uuid not null,
      id uuid not null,
      account_id uuid not null,
      order_id uuid not null,
      ticket_id uuid not null,
      state text not null check (state in ('offered', 'accepted', 'withdrawn', 'expired')),
      -- Of the ticket when it was offered.
      revision int not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      closed_at timestamptz,
      -- Who accepted, until the person is erased.
      holder_name text,
      holder_phone text,
      holder_hash text,
      holder_lang text,
      primary key (event_id, id),
      check ((state = 'offered') = (closed_at is null))
    )`.execute(db)
  // Two people cannot hold one ticket, nor be offered it at once.
  await sql`
    create unique index ticket_transfers_of_ticket on ticket_transfers (event_id, ticket_id)
    where state in ('offered', 'accepted')`.execute(db)
  await sql`create index ticket_transfers_of_order on ticket_transfers (event_id, order_id)`.execute(db)
  await sql`
    create index ticket_transfers_of_phone on ticket_transfers (event_id, holder_hash)
    where holder_hash is not null`.execute(db)
  await sql`
    create index ticket_transfers_of_holder on ticket_transfers (holder_phone)
    where holder_phone is not null`.execute(db)
  await sql`create index ticket_transfers_open on ticket_transfers (expires_at) where state = 'offered'`.execute(db)
}
