import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { AccountTexts } from '../accounts/index.ts'
import type { MarketingConsentsTable } from './tables.ts'

export type ConsentRow = Insertable<MarketingConsentsTable>

export const insertConsents = async (tx: Tx, rows: readonly ConsentRow[]): Promise<void> => {
  if (rows.length > 0)
    await tx
      .insertInto('marketing_consents')
      .values([...rows])
      .execute()
}

export interface ConsentsOf {
  /** undefined: of all accounts. */
  readonly accountId: string | undefined
  readonly phone: string | undefined
  /** Lower case. */
  readonly email: string | undefined
  readonly orderIds: readonly string[]
}

/** Deletes the consent log of a person. Only an erasure deletes rows of the log. */
export const eraseConsents = async (tx: Tx, { accountId, phone, email, orderIds }: ConsentsOf): Promise<void> => {
  await sql`
    delete from marketing_consents
    where (${accountId ?? null}::uuid is null or account_id = ${accountId ?? null}::uuid)
      and (phone = ${phone ?? null}::text or lower(email) = ${email ?? null}::text
        or order_id = any(${[...orderIds]}::uuid[]))`.execute(tx)
}

export interface ActiveConsent {
  readonly account_id: string
  readonly organiser: string
  readonly texts: AccountTexts
  readonly created_at: Date
}

/** The active consents of a phone: accounts for which its newest log entry is a consent. */
export const activeConsents = async (db: Db | Tx, phone: string): Promise<ActiveConsent[]> => {
  const { rows } = await sql<ActiveConsent>`
    select c.account_id, a.name as organiser, a.texts, c.created_at
    from (
      select distinct on (account_id) account_id, given, created_at
      from marketing_consents where phone = ${phone}
      order by account_id, created_at desc, id desc
    ) c
    join accounts a on a.id = c.account_id
    where c.given
    order by a.name, a.id`.execute(db)
  return rows
}
