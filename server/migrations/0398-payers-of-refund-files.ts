import { type Kysely, sql } from 'kysely'

/** From whose bank account a file of refunds is paid. Files of before, and of servers of the version before, are booked as the producer's. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table refund_transfer_files
      add column paid_by text not null default 'producer' check (paid_by in ('producer', 'operator'))`.execute(db)
}
