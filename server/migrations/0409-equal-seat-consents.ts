import { type Kysely, sql } from 'kysely'

/** Orders whose buyers agree to equal seats, if theirs are gone when a late payment arrives. Without it they are refunded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table equal_seat_consents (
      event_id uuid not null,
      order_id uuid not null,
      agreed_at timestamptz not null,
      primary key (event_id, order_id)
    )`.execute(db)
}
