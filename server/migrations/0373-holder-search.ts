import { type Kysely, sql } from 'kysely'

const range = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, step) => from + step))

const HYPHENS = '-‐–—־_'
const SILENT = `'"’‘”“\`´׳״${range(0x591, 0x5bd)}\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7${range(0x64b, 0x652)}\u0670\u0640${range(0x200b, 0x200f)}\u061c`

/** The name of whoever holds a transferred ticket in the form of `orders.buyer_search`, for the search at the gate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ticket_transfers add column holder_search text generated always as (
      translate(lower(holder_name), ${sql.lit(HYPHENS + SILENT)}, ${sql.lit(' '.repeat(HYPHENS.length))})
    ) stored`.execute(db)
}
