import { type Kysely, sql } from 'kysely'

/**
 * A reservation that was decided on cached counters calls this function when the database has others. The error undoes
 * its transaction, whose other statements were sent without waiting; SQLSTATE KT001 is ours and means this alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function raise_stock_changed() returns int language plpgsql as $$
    begin
      raise exception 'the stock is not as it was read' using errcode = 'KT001';
    end $$`.execute(db)
}
