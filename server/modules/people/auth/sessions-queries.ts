import type { Db, Tx } from '../../../platform/database/db.ts'
import { countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { SessionRow } from './auth-queries.ts'

export type LiveSession = Pick<SessionRow, 'id' | 'user_agent' | 'created_at' | 'seen_at' | 'refresh_expires_at'>

const live = (db: Db | Tx, userId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('refresh_expires_at', '>', now)

/** Sessions of a user that have not ended: `currentId` first, then by their last use. */
export const listLiveSessions = async (
  db: Db,
  { userId, currentId, now }: { readonly userId: string; readonly currentId: string; readonly now: Date },
  page: PageOf,
): Promise<{ rows: LiveSession[]; total: number }> => {
  const rows = await live(db, userId, now)
    .select(['id', 'user_agent', 'created_at', 'seen_at', 'refresh_expires_at'])
    .orderBy((eb) => eb('id', '=', currentId), 'desc')
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute()
  const { n } = await live(db, userId, now).select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

const revokeLive = (tx: Tx, userId: string, now: Date) =>
  tx
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_why: 'ended by the user' })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('refresh_expires_at', '>', now)
    .returning('id')

/** Ends one live session of a user; undefined when there is no such. */
export const revokeLiveSession = (
  tx: Tx,
  { id, userId, now }: { readonly id: string; readonly userId: string; readonly now: Date },
): Promise<{ id: string } | undefined> => revokeLive(tx, userId, now).where('id', '=', id).executeTakeFirst()

/** Ends every live session of a user but one. Returns their ids. */
export const revokeOtherSessions = async (tx: Tx, userId: string, currentId: string, now: Date): Promise<string[]> => {
  const rows = await revokeLive(tx, userId, now).where('id', '<>', currentId).execute()
  return rows.map(({ id }) => id)
}

/** Notes that a session is in use, at most once in the time before `before`. */
export const touchSession = async (db: Db, id: string, now: Date, before: Date): Promise<void> => {
  await db.updateTable('sessions').set({ seen_at: now }).where('id', '=', id).where('seen_at', '<', before).execute()
}

/** When the person of a live session last proved who they are. */
export const provedAtOf = async (db: Db, id: string, now: Date): Promise<Date | undefined> => {
  const row = await db
    .selectFrom('sessions')
    .select(['proved_at', 'created_at'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('refresh_expires_at', '>', now)
    .executeTakeFirst()
  return row && (row.proved_at ?? row.created_at)
}

export const markProved = async (tx: Tx, id: string, now: Date, endsAt: Date): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set({ proved_at: now, seen_at: now, refresh_expires_at: endsAt })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}
