import { type Kysely, sql } from 'kysely'

/** Attachments may belong to a seat map: pictures of what is seen from its sections. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attachments drop constraint attachments_owner_type_check`.execute(db)
  await sql`
    alter table attachments add constraint attachments_owner_type_check
    check (owner_type in ('account', 'event', 'order', 'seat_map'))`.execute(db)
}
