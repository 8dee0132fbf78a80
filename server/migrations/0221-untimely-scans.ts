import { type Kysely, sql } from 'kysely'

/** Scans whose time cannot be (after their device was revoked, in the future, before the ticket was issued) are conflicts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table check_in_conflicts drop constraint check_in_conflicts_kind_check`.execute(db)
  // Rows of before hold: they satisfied the narrower constraint.
  await sql`
    alter table check_in_conflicts
      add constraint check_in_conflicts_kind_check
        check (kind in ('double', 'cancelled', 'reissued', 'foreign', 'unknown', 'untimely')) not valid`.execute(db)
}
