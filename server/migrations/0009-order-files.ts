import { type Kysely, sql } from 'kysely'

/** A file may answer an event's question: it belongs to the order then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attachments drop constraint attachments_owner_type_check`.execute(db)
  await sql`
    alter table attachments add constraint attachments_owner_type_check
    check (owner_type in ('account', 'event', 'order'))`.execute(db)
}
