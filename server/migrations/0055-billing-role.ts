import { type Kysely, sql } from 'kysely'

/** Who is billed for an account: a private individual, a business or an organization. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts add column billing_role text not null default 'business'
    check (billing_role in ('private', 'business', 'organization'))`.execute(db)
}
