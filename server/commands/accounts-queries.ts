import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

export interface AccountSummary {
  readonly id: string
  readonly name: string
  readonly vat_number: string
}

/** Accounts by uuid, by business number or by a part of the name; all accounts for an empty text. */
export const searchAccounts = async (db: Db, text: string): Promise<AccountSummary[]> => {
  const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<AccountSummary>`
    select id, name, vat_number from accounts
    where id::text = ${text} or vat_number = ${text} or name ilike ${part} or vat_name ilike ${part}
    order by name, id`.execute(db)
  return rows
}

/** Whether the contract of any account, of now or of before, lets the installation collect for it. */
export const hasPlatformContract = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`select from account_contracts where settlement_mode = 'platform' limit 1`.execute(db)
  return rows.length > 0
}
