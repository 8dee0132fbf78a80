import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { PasskeyChallengesTable, PasskeysTable } from './tables.ts'

export type PasskeyRow = Selectable<PasskeysTable>
export type ChallengePurpose = PasskeyChallengesTable['purpose']

export const passkeysOf = (db: Db | Tx, userId: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute()

/** Locks the key, so that of two answers with one counter the second is refused. */
export const lockPasskey = (tx: Tx, userId: string, credentialId: string): Promise<PasskeyRow | undefined> =>
  tx
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()

/** False when the key is registered already. */
export const insertPasskey = async (tx: Tx, row: Insertable<PasskeysTable>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const markPasskeyUsed = async (tx: Tx, id: string, counter: number, now: Date): Promise<void> => {
  await tx.updateTable('passkeys').set({ counter, used_at: now }).where('id', '=', id).execute()
}

export const renamePasskeyRow = (tx: Tx, userId: string, id: string, name: string): Promise<PasskeyRow | undefined> =>
  tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()

export const deletePasskey = async (tx: Tx, userId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export const insertChallenge = async (tx: Tx, row: Insertable<PasskeyChallengesTable>): Promise<void> => {
  await tx.insertInto('passkey_challenges').values(row).execute()
}

/** Counts a try of a challenge that is neither used nor expired, before anything is compared. */
export const claimChallenge = (
  tx: Tx,
  { id, purpose, userId }: { readonly id: string; readonly purpose: ChallengePurpose; readonly userId?: string },
  maxTries: number,
  now: Date,
): Promise<{ user_id: string; challenge: string } | undefined> =>
  tx
    .updateTable('passkey_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .returning(['user_id', 'challenge'])
    .executeTakeFirst()

export const markChallengeUsed = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx.updateTable('passkey_challenges').set({ used_at: now }).where('id', '=', id).execute()
}

export const deleteOldChallenges = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', before).execute()
}

/** Replaces the recovery codes of a user. */
export const replaceRecoveryCodes = async (tx: Tx, userId: string, hashes: readonly string[]): Promise<void> => {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** Uses up a recovery code; false when it is not one of the user's, or was used. */
export const spendRecoveryCode = async (tx: Tx, userId: string, hash: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const countRecoveryCodes = async (db: Db | Tx, userId: string): Promise<number> => {
  const { n } = await db
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Deletes the passkeys, challenges and recovery codes of a user. */
export const deletePasskeysOf = async (tx: Tx, userId: string): Promise<void> => {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}
