import { type Kysely, sql } from 'kysely'

/** Orders that were paid after their run was approved are told of it apart from the pages that tell all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table refund_run_items add column late boolean not null default false`.execute(db)
}
