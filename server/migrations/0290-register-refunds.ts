import { type Kysely, sql } from 'kysely'

/**
 * From which drawer a person handed a refund back: the open shift of a register, or none of them. A refund without a row counts
 * in the shift of its sale, as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table register_refunds (
      refund_id uuid primary key,
      event_id uuid not null,
      -- Null: not from a drawer, as by bank transfer.
      shift_id uuid references register_shifts,
      amount int not null check (amount > 0),
      handed_by uuid not null,
      handed_at timestamptz not null
    )`.execute(db)
  await sql`create index register_refunds_shift on register_refunds (shift_id) where shift_id is not null`.execute(db)
}
