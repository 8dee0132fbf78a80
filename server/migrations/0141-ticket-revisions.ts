import { type Kysely, sql } from 'kysely'

/** How many times a ticket was issued anew: a code names the revision that it was drawn for, and lower ones are void. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tickets add column revision smallint not null default 0`.execute(db)
}
