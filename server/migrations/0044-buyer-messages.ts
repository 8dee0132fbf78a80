import { type Kysely, sql } from 'kysely'

/** Service messages of producers to the buyers of an event: what was sent, by whom and to how many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table buyer_messages (
      event_id uuid not null,
      id uuid not null,
      account_id uuid not null,
      channel text not null check (channel in ('sms', 'email')),
      audience text not null check (audience in ('all', 'ticket_type', 'not_entered')),
      ticket_type_id uuid,
      subject text,
      text text not null,
      recipients int not null,
      sms_parts_total int not null,
      user_id uuid not null,
      created_at timestamptz not null,
      primary key (event_id, id)
    )`.execute(db)
  await sql`create index buyer_messages_time on buyer_messages (event_id, created_at desc)`.execute(db)
}
