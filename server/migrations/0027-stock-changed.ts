import { type Kysely, sql } from 'kysely'

/**
 * A reservation that was decided from cached counters calls this function when the counters in the database differ. The
 * error rolls back its transaction, whose other statements were pipelined. SQLSTATE KT001 means only this.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function raise_stock_changed() returns int language plpgsql as $$
    begin
      raise exception 'the stock is not as it was read' using errcode = 'KT001';
    end $$`.execute(db)
}
