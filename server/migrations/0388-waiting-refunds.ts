import { type Kysely, sql } from 'kysely'

/**
 * A refund that the gateway has refused for good stays reserved on its payment while it waits for a bank transfer. `waiting` is
 * the part of `refunded` that waits. Refunds of before are marked by a job.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table refunds add column waits boolean not null default false`.execute(db)
  await sql`alter table payments add column waiting int not null default 0`.execute(db)
}
