import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

export interface AccountLine {
  readonly id: string
  readonly name: string
  readonly vat_number: string
}

/** Accounts that an operator may mean by a uuid, a business number or a part of a name; all of them for an empty text. */
export const accountsLike = async (db: Db, text: string): Promise<AccountLine[]> => {
  const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<AccountLine>`
    select id, name, vat_number from accounts
    where id::text = ${text} or vat_number = ${text} or name ilike ${part} or vat_name ilike ${part}
    order by name, id`.execute(db)
  return rows
}
