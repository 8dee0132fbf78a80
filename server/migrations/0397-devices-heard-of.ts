import { type Kysely, sql } from 'kysely'

/**
 * Whether a device whose permission is over has said what waits on it, and who took it off the board without that. Of those
 * that ended before, and had nothing to send when they last reported, nobody will hear any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table gate_devices
      add column heard_at timestamptz,
      add column closed_at timestamptz,
      add column closed_by uuid,
      add column closing_note text`.execute(db)
  await sql`
    update gate_devices set heard_at = least(expires_at, revoked_at)
    where joined_at is not null and coalesce(pending, 0) = 0 and least(expires_at, revoked_at) <= now()`.execute(db)
}
