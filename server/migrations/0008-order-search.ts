import { type Kysely, sql } from 'kysely'

const range = (from: number, to: number): string =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, step) => from + step))

const HYPHENS = '-‐–—־_'
const SILENT = `'"’‘”“\`´׳״${range(0x591, 0x5bd)}\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7${range(0x64b, 0x652)}\u0670\u0640${range(0x200b, 0x200f)}\u061c`

/**
 * A buyer's name normalized for search: lower case, hyphens as spaces, without vowel points, geresh and direction marks
 * (`searchText` in domain). Stored, because computing it for every order of a search is slow.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders add column buyer_search text generated always as (
      translate(lower(buyer_name), ${sql.lit(HYPHENS + SILENT)}, ${sql.lit(' '.repeat(HYPHENS.length))})
    ) stored`.execute(db)
}
