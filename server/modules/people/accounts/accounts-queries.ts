import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { AccountBankDetailsTable, AccountContractsTable, AccountMembersTable, AccountsTable } from './tables.ts'

export type AccountRow = Selectable<AccountsTable>
export type BankRow = Selectable<AccountBankDetailsTable>
export type ContractRow = Selectable<AccountContractsTable>
export type Role = 'manager' | 'scanner'

export const accountById = (db: Db | Tx, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()

/** An account as one of its members may see it; nothing for a stranger. */
export const accountOf = (
  db: Db | Tx,
  userId: string,
  accountId: string,
): Promise<(AccountRow & { role: Role }) | undefined> =>
  db
    .selectFrom('account_members')
    .innerJoin('accounts', 'accounts.id', 'account_members.account_id')
    .selectAll('accounts')
    .select('account_members.role')
    .where('account_members.user_id', '=', userId)
    .where('account_members.account_id', '=', accountId)
    .executeTakeFirst()

export const listAccountsOf = async (
  db: Db,
  userId: string,
  page: PageOf,
): Promise<{ rows: (AccountRow & { role: Role })[]; total: number }> => {
  const mine = db
    .selectFrom('account_members')
    .innerJoin('accounts', 'accounts.id', 'account_members.account_id')
    .where('account_members.user_id', '=', userId)
  const rows = await mine
    .selectAll('accounts')
    .select('account_members.role')
    .orderBy('account_members.created_at')
    .orderBy('accounts.id')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute()
  const { n } = await mine.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
  return { rows, total: n }
}

export const insertAccount = async (tx: Tx, row: Insertable<AccountsTable>): Promise<void> => {
  await tx.insertInto('accounts').values(row).execute()
}

export const updateAccountRow = async (tx: Tx, id: string, change: Updateable<AccountsTable>): Promise<void> => {
  await tx.updateTable('accounts').set(change).where('id', '=', id).execute()
}

export const insertMember = async (tx: Tx, row: Insertable<AccountMembersTable>): Promise<boolean> => {
  const done = await tx
    .insertInto('account_members')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** History: bank details are never changed, a newer row takes their place. */
export const insertBank = async (tx: Tx, row: Insertable<AccountBankDetailsTable>): Promise<void> => {
  await tx.insertInto('account_bank_details').values(row).execute()
}

/** The bank details in force, of any number of accounts. */
export const banksOf = (db: Db | Tx, accountIds: readonly string[]): Promise<BankRow[]> =>
  db
    .selectFrom('account_bank_details')
    .selectAll()
    .distinctOn('account_id')
    .where('account_id', '=', sql<string>`any(${accountIds}::uuid[])`)
    .orderBy('account_id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const insertContract = async (tx: Tx, row: Insertable<AccountContractsTable>): Promise<void> => {
  await tx.insertInto('account_contracts').values(row).execute()
}

/** The contracts in force at an instant, of any number of accounts; the first one where that instant lies before it. */
export const contractsAt = (db: Db | Tx, accountIds: readonly string[], instant: Date): Promise<ContractRow[]> =>
  db
    .selectFrom('account_contracts')
    .selectAll()
    .distinctOn('account_id')
    .where('account_id', '=', sql<string>`any(${accountIds}::uuid[])`)
    .orderBy('account_id')
    .orderBy(sql`valid_from <= ${instant}`, 'desc')
    .orderBy(sql`case when valid_from <= ${instant} then valid_from end`, 'desc')
    .orderBy('valid_from')
    .orderBy('id', 'desc')
    .execute()

/** Every contract an account has had, the latest first. */
export const contractsOver = (db: Db | Tx, accountId: string): Promise<ContractRow[]> =>
  db
    .selectFrom('account_contracts')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const vatRates = (db: Db | Tx): Promise<{ valid_from: string; rate_bp: number }[]> =>
  db.selectFrom('vat_rates').selectAll().orderBy('valid_from').execute()

export const membershipOf = (
  db: Db | Tx,
  userId: string,
  accountId: string,
): Promise<{ id: string; role: Role } | undefined> =>
  db
    .selectFrom('account_members')
    .select(['account_id as id', 'role'])
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** The account of a user who has exactly one. */
export const onlyMembership = async (db: Db, userId: string): Promise<{ id: string; role: Role } | undefined> => {
  const rows = await db
    .selectFrom('account_members')
    .select(['account_id as id', 'role'])
    .where('user_id', '=', userId)
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0] : undefined
}
