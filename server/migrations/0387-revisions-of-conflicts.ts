import { type Kysely, sql } from 'kysely'

/** The revision of the ticket when the scan of a conflict arrived: a code of before is admitted by nobody. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table check_in_conflicts add column ticket_revision integer`.execute(db)
}
