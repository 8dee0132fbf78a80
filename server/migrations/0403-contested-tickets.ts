import { type Kysely, sql } from 'kysely'

/**
 * When a device let somebody in with a ticket, while that entry does not count and is still to be decided, or was approved:
 * such a ticket is neither transferred nor given back by its buyer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tickets add column contested_at timestamptz`.execute(db)
  await sql`create index check_in_conflicts_by_ticket on check_in_conflicts (event_id, ticket_id)`.execute(db)
}
