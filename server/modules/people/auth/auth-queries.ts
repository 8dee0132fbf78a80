import type { SentPurpose } from '@kartis/domain/code-purpose.ts'
import type { Role } from '@kartis/domain/permissions.ts'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { deletePasskeysOf } from './passkeys-queries.ts'
import type { LoginCodesTable, SessionsTable, UsersTable } from './tables.ts'

export type UserRow = Selectable<UsersTable>
export type LoginCodeRow = Selectable<LoginCodesTable>
export type SessionRow = Selectable<SessionsTable>

/** One account of a user, as the switcher shows it. */
export interface AccountBriefRow {
  id: string
  name: string
  role: Role
  /** False: the membership is limited to some events. */
  all_events: boolean
}

/** Serializes sends to one phone: two concurrent requests must not create two codes. */
export const lockPhone = async (tx: Tx, phone: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`login ${phone}`}, 0))`.execute(tx)
}

/** More codes than a phone gets from one network within five minutes. */
const MAX_OPEN_CODES = 50

/**
 * The codes of a phone, requested from this network, that are neither used nor expired, the last sent first; their tries may be
 * exhausted. A stranger who requests a code for the phone gets one of his own: he can neither exhaust the owner's nor delay the next.
 */
export const openCodes = (
  db: Db | Tx,
  { phone, network }: { readonly phone: string; readonly network: string },
  now: Date,
): Promise<LoginCodeRow[]> =>
  db
    .selectFrom('login_codes')
    .selectAll()
    .where('phone', '=', phone)
    .where('ip', '=', network)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_OPEN_CODES)
    .execute()

export const insertCode = async (tx: Tx, row: Insertable<LoginCodesTable>): Promise<void> => {
  await tx.insertInto('login_codes').values(row).execute()
}

export const resendCode = async (
  tx: Tx,
  id: string,
  { sends, now, expiresAt }: { readonly sends: number; readonly now: Date; readonly expiresAt: Date },
): Promise<void> => {
  await tx
    .updateTable('login_codes')
    .set({ sends, last_sent_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

/** What a code is entered for. */
export interface CodeUse {
  readonly purpose: SentPurpose
  /** The entity, where the purpose has one. */
  readonly subject?: string | undefined
  /** When set, only a code that was sent to this phone counts. */
  readonly phone?: string | undefined
}

/** Whether a code was requested for this use. */
export const isFor = (
  { purpose, subject, phone }: Pick<LoginCodeRow, 'purpose' | 'subject' | 'phone'>,
  use: CodeUse,
): boolean =>
  purpose === use.purpose && subject === (use.subject ?? null) && (use.phone === undefined || phone === use.phone)

/**
 * Counts one try of a code before anything is compared, so that concurrent guesses cost one try each. A code of another use counts
 * none: nothing is compared with it.
 */
export const countTry = (
  tx: Tx,
  id: string,
  { purpose, subject, phone }: CodeUse,
  maxTries: number,
  now: Date,
): Promise<Pick<LoginCodeRow, 'phone' | 'code_hash' | 'tries'> | undefined> =>
  tx
    .updateTable('login_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .where('purpose', '=', purpose)
    .where('subject', 'is not distinct from', subject ?? null)
    .$if(phone !== undefined, (query) => query.where('phone', '=', phone ?? ''))
    .returning(['phone', 'code_hash', 'tries'])
    .executeTakeFirst()

export const codeById = (
  db: Db | Tx,
  id: string,
): Promise<Pick<LoginCodeRow, 'phone' | 'purpose' | 'subject' | 'tries' | 'used_at' | 'expires_at'> | undefined> =>
  db
    .selectFrom('login_codes')
    .select(['phone', 'purpose', 'subject', 'tries', 'used_at', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst()

export const markUsed = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx.updateTable('login_codes').set({ used_at: now }).where('id', '=', id).execute()
}

/** Deletes codes that expired before `before`. */
export const deleteOldCodes = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('login_codes').where('expires_at', '<', before).execute()
}

/** The user of a phone; created when there is none. */
export const ensureUser = async (tx: Tx, fresh: { id: string; phone: string; language: string }): Promise<UserRow> => {
  await tx
    .insertInto('users')
    .values(fresh)
    .onConflict((conflict) => conflict.column('phone').doNothing())
    .execute()
  return tx.selectFrom('users').selectAll().where('phone', '=', fresh.phone).executeTakeFirstOrThrow()
}

export const userById = (db: Db | Tx, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const userByPhone = (db: Db | Tx, phone: string): Promise<Pick<UserRow, 'id'> | undefined> =>
  db.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirst()

export const lockUser = (tx: Tx, id: string): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateUser = async (db: Db | Tx, id: string, change: Updateable<UsersTable>): Promise<void> => {
  await db.updateTable('users').set(change).where('id', '=', id).execute()
}

export const insertSession = async (tx: Tx, row: Insertable<SessionsTable>): Promise<void> => {
  await tx.insertInto('sessions').values(row).execute()
}

/** The session and user of a bearer token, while both are valid. */
export const sessionByAccess = (
  db: Db,
  accessHash: string,
  now: Date,
): Promise<
  { id: string; user_id: string; access_expires_at: Date; refresh_expires_at: Date; phone: string } | undefined
> =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id', 'sessions.access_expires_at', 'sessions.refresh_expires_at'])
    .select('users.phone')
    .where('sessions.access_hash', '=', accessHash)
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.access_expires_at', '>', now)
    .where('sessions.refresh_expires_at', '>', now)
    .executeTakeFirst()

export const lockSession = (tx: Tx, id: string): Promise<SessionRow | undefined> =>
  tx.selectFrom('sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** How many used refresh hashes a session stores to detect a reused (stolen) token; older ones count as unknown. */
const MAX_USED_HASHES = 50

export const rotateSession = async (
  tx: Tx,
  session: Pick<SessionRow, 'id' | 'refresh_hash'>,
  next: Pick<SessionRow, 'access_hash' | 'access_expires_at' | 'refresh_hash' | 'seen_at'>,
): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set({
      ...next,
      used_refresh_hashes: sql<
        string[]
      >`(array[${session.refresh_hash}::text] || used_refresh_hashes)[1:${sql.lit(MAX_USED_HASHES)}]`,
    })
    .where('id', '=', session.id)
    .execute()
}

/** Ends the session that a bearer token belongs to, even when the token itself has expired. Returns its id. */
export const revokeByAccess = (
  db: Db,
  accessHash: string,
  why: string,
  now: Date,
): Promise<{ id: string; user_id: string } | undefined> =>
  db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_why: why })
    .where('access_hash', '=', accessHash)
    .where('revoked_at', 'is', null)
    .returning(['id', 'user_id'])
    .executeTakeFirst()

export const revokeSession = async (db: Db | Tx, id: string, why: string, now: Date): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_why: why })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

export const deleteOldSessions = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('sessions').where('refresh_expires_at', '<', before).execute()
}

export const accountBriefs = (db: Db | Tx, userId: string): Promise<AccountBriefRow[]> =>
  db
    .selectFrom('account_members')
    .innerJoin('accounts', 'accounts.id', 'account_members.account_id')
    .select(['accounts.id', 'accounts.name', 'account_members.role', 'account_members.all_events'])
    .where('account_members.user_id', '=', userId)
    .orderBy('account_members.created_at')
    .orderBy('accounts.id')
    .execute()

export const countInvites = async (db: Db, phone: string): Promise<number> => {
  const { n } = await db
    .selectFrom('account_invites')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('phone', '=', phone)
    .where('status', '=', sql.lit('pending' as const))
    .executeTakeFirstOrThrow()
  return n
}

/** Anonymizes a user: the row stays for foreign keys (seller, scanner). Revokes the sessions and deletes the login codes. */
export const eraseUser = async (tx: Tx, user: Pick<UserRow, 'id' | 'phone'>, now: Date): Promise<void> => {
  await updateUser(tx, user.id, {
    phone: `erased-${user.id}`,
    first_name: null,
    last_name: null,
    email: null,
    id_number_sealed: null,
    gender: null,
    date_birth: null,
    signup_completed_at: null,
    updated_at: now,
  })
  await tx.deleteFrom('login_codes').where('phone', '=', user.phone).execute()
  await deletePasskeysOf(tx, user.id)
  await tx
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_why: 'erased', user_agent: null })
    .where('user_id', '=', user.id)
    .execute()
}
