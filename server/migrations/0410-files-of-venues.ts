import { type Kysely, sql } from 'kysely'

/**
 * Attachments may belong to a venue or to an element of a seat map. The new check holds less than the one before it forbade,
 * so existing rows need no reading.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attachments drop constraint attachments_owner_type_check`.execute(db)
  await sql`
    alter table attachments add constraint attachments_owner_type_check
    check (owner_type in ('account', 'event', 'order', 'seat_map', 'seat_map_element', 'venue')) not valid`.execute(db)
}
