import type { Membership } from '@kartis/domain/permissions.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { AccountBankDetailsTable, AccountContractsTable, AccountMembersTable, AccountsTable } from './tables.ts'

export type AccountRow = Selectable<AccountsTable>
export type BankRow = Selectable<AccountBankDetailsTable>
export type ContractRow = Selectable<AccountContractsTable>

/** An account with the caller's membership. */
export type OwnAccountRow = AccountRow & Membership

/** The events that a membership is limited to; null: all events. */
export const limitedEvents = sql<string[] | null>`
  case when not account_members.all_events then array(
    select e.event_id from account_member_events e where e.member_id = account_members.id order by e.event_id
  ) end`.as('events')

export const accountById = (db: Db | Tx, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()

export const accountsByIds = (db: Db | Tx, ids: readonly string[]): Promise<AccountRow[]> =>
  db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()

/** An account with the user's membership; undefined when the user is not a member. */
export const accountOf = (db: Db | Tx, userId: string, accountId: string): Promise<OwnAccountRow | undefined> =>
  db
    .selectFrom('account_members')
    .innerJoin('accounts', 'accounts.id', 'account_members.account_id')
    .selectAll('accounts')
    .select(['account_members.role', limitedEvents])
    .where('account_members.user_id', '=', userId)
    .where('account_members.account_id', '=', accountId)
    .executeTakeFirst()

export const listAccountsOf = async (
  db: Db,
  userId: string,
  page: PageOf,
): Promise<{ rows: OwnAccountRow[]; total: number }> => {
  const ownAccounts = db
    .selectFrom('account_members')
    .innerJoin('accounts', 'accounts.id', 'account_members.account_id')
    .where('account_members.user_id', '=', userId)
  const rows = await ownAccounts
    .selectAll('accounts')
    .select(['account_members.role', limitedEvents])
    .orderBy('account_members.created_at')
    .orderBy('accounts.id')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute()
  const { n } = await ownAccounts.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
  return { rows, total: n }
}

export const insertAccount = async (tx: Tx, row: Insertable<AccountsTable>): Promise<void> => {
  await tx.insertInto('accounts').values(row).execute()
}

export const updateAccountRow = async (tx: Tx, id: string, change: Updateable<AccountsTable>): Promise<void> => {
  await tx.updateTable('accounts').set(change).where('id', '=', id).execute()
}

/** Replaces the events of a membership; null: all events. Events of other accounts are ignored. */
export const setMemberEvents = async (
  tx: Tx,
  { accountId, memberId }: { readonly accountId: string; readonly memberId: string },
  eventIds: readonly string[] | null,
): Promise<void> => {
  await tx
    .updateTable('account_members')
    .set({ all_events: eventIds === null })
    .where('id', '=', memberId)
    .where('account_id', '=', accountId)
    .execute()
  await tx.deleteFrom('account_member_events').where('member_id', '=', memberId).execute()
  if (eventIds !== null)
    await sql`
      insert into account_member_events (member_id, event_id)
      select ${memberId}::uuid, id from events
      where account_id = ${accountId} and id = any(${[...eventIds]}::uuid[])`.execute(tx)
}

type NewMember = Pick<Insertable<AccountMembersTable>, 'id' | 'account_id' | 'user_id' | 'role' | 'created_at'>

/** Adds a user to an account. An existing membership is not changed. */
export const insertMember = async (tx: Tx, row: NewMember, eventIds: readonly string[] | null): Promise<void> => {
  const done = await tx
    .insertInto('account_members')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doNothing())
    .executeTakeFirst()
  if ((done.numInsertedOrUpdatedRows ?? 0n) > 0n && eventIds !== null)
    await setMemberEvents(tx, { accountId: row.account_id, memberId: row.id }, eventIds)
}

/** Inserts bank details. Rows are never updated: the newest row of an account is in force. */
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

/** The bank details in force, and since when they are, where others were before. */
export const bankStates = async (
  db: Db | Tx,
  accountIds: readonly string[],
): Promise<{ account_id: string; id: string; changed_at: Date | null }[]> => {
  const { rows } = await sql<{ account_id: string; id: string; changed_at: Date | null }>`
    select distinct on (account_id) account_id, id,
      case when count(*) over (partition by account_id) > 1 then created_at end as changed_at
    from account_bank_details where account_id = any(${[...accountIds]}::uuid[])
    order by account_id, created_at desc, id desc`.execute(db)
  return rows
}

export const insertContract = async (tx: Tx, row: Insertable<AccountContractsTable>): Promise<void> => {
  await tx.insertInto('account_contracts').values(row).execute()
}

/** The fee contracts in force at an instant; for an instant before the first contract of an account, that first one. */
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

/** All fee contracts of accounts, the latest first. */
export const contractsOver = (db: Db | Tx, accountIds: readonly string[]): Promise<ContractRow[]> =>
  db
    .selectFrom('account_contracts')
    .selectAll()
    .where('account_id', '=', sql<string>`any(${[...accountIds]}::uuid[])`)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const vatRates = (db: Db | Tx): Promise<{ valid_from: string; rate_bp: number }[]> =>
  db.selectFrom('vat_rates').selectAll().orderBy('valid_from').execute()

type MembershipRow = Membership & { id: string }

/** The key of a membership in `membershipsOf`. */
export const membershipKey = (userId: string, accountId: string): string => `${userId} ${accountId.toLowerCase()}`

/** The memberships of these pairs of a user and an account (`membershipKey`), by the same key; `id` is the account's. */
export const membershipsOf = async (
  db: Db | Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, MembershipRow>> => {
  const pairs = keys.map((key) => key.split(' '))
  const [users, accounts] = [pairs.map(([user]) => user), pairs.map(([, account]) => account)]
  const rows = await db
    .selectFrom('account_members')
    .innerJoin(
      sql<{ user_id: string; account_id: string }>`unnest(${users}::uuid[], ${accounts}::uuid[])`.as<'wanted'>(
        sql`wanted (user_id, account_id)`,
      ),
      (join) =>
        join
          .onRef('account_members.user_id', '=', 'wanted.user_id')
          .onRef('account_members.account_id', '=', 'wanted.account_id'),
    )
    .select(['account_members.user_id', 'account_members.account_id as id', 'role', limitedEvents])
    .execute()
  return new Map(rows.map(({ user_id, ...row }) => [membershipKey(user_id, row.id), row]))
}

/** The membership of a user in an account; `id` is the account's. */
export const membershipOf = async (
  db: Db | Tx,
  userId: string,
  accountId: string,
): Promise<MembershipRow | undefined> => {
  const key = membershipKey(userId, accountId)
  return (await membershipsOf(db, [key])).get(key)
}

/** The membership of a user who has exactly one; undefined for none or several. */
export const onlyMembership = async (db: Db, userId: string): Promise<MembershipRow | undefined> => {
  const rows = await db
    .selectFrom('account_members')
    .select(['account_id as id', 'role', limitedEvents])
    .where('user_id', '=', userId)
    .limit(2)
    .execute()
  return rows.length === 1 ? rows[0] : undefined
}
