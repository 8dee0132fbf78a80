import { type Kysely, sql } from 'kysely'

/** Files of orders that were never paid are deleted; those of paid orders are marked, so that none is looked at again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table attachments add column retained boolean not null default false`.execute(db)
  await sql`create index attachments_unsettled on attachments (created_at) where owner_type = 'order' and not retained`.execute(
    db,
  )
}
