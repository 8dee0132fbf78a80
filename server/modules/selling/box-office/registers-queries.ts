import { personName } from '@kartis/domain/person-name.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { RegistersTable } from './tables.ts'

/** The columns `terminal` and `reader` under names that say which terminal is meant. */
export type RegisterRow = Omit<Selectable<RegistersTable>, 'terminal' | 'reader'> & {
  /** Name of the payment terminal that charges cards; null: cash only. */
  readonly payment_terminal: string | null
  /** The card reader's number at that terminal. */
  readonly card_reader: string | null
  readonly shift_id: string | null
  readonly shift_opened_at: Date | null
}

const registerRows = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('registers as d')
    .leftJoin('register_shifts as s', (join) => join.onRef('s.register_id', '=', 'd.id').on('s.closed_at', 'is', null))
    .selectAll('d')
    .select([
      'd.terminal as payment_terminal',
      'd.reader as card_reader',
      's.id as shift_id',
      's.opened_at as shift_opened_at',
    ])
    .where('d.account_id', '=', accountId)

/** Registers in use first, revoked ones last; by branch, the oldest first. */
export const listRegisterRows = (db: Db, accountId: string): Promise<RegisterRow[]> =>
  registerRows(db, accountId)
    .orderBy(sql`d.revoked_at is not null`)
    .orderBy('d.branch')
    .orderBy('d.created_at')
    .orderBy('d.id')
    .limit(500)
    .execute()

export const readRegister = (db: Db | Tx, accountId: string, id: string): Promise<RegisterRow | undefined> =>
  registerRows(db, accountId).where('d.id', '=', id).executeTakeFirst()

/** The lock of everything that changes a register: pairing, opening a shift, revoking it. */
export const lockRegister = async (tx: Tx, accountId: string, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('registers')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()) !== undefined

export const insertRegister = async (db: Db | Tx, device: Insertable<RegistersTable>): Promise<void> => {
  await db.insertInto('registers').values(device).execute()
}

type Change = Partial<Omit<Insertable<RegistersTable>, 'id' | 'account_id'>>

/** False when there is no such register, or it was revoked. */
export const updateRegisterRow = async (
  db: Db | Tx,
  accountId: string,
  id: string,
  change: Change,
): Promise<boolean> => {
  if (Object.keys(change).length === 0) return true
  const { numUpdatedRows } = await db
    .updateTable('registers')
    .set(change)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Who a code belongs to, whether or not its time is over. */
export const readByPairing = (db: Db | Tx, accountId: string, pairingHash: string) =>
  db
    .selectFrom('registers')
    .select(['id', 'pairing_expires_at'])
    .where('account_id', '=', accountId)
    .where('pairing_hash', '=', pairingHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()

/** Spends a code: true for the one caller who did, however many try it at once. */
export const pairRow = async (
  db: Db | Tx,
  accountId: string,
  pairingHash: string,
  paired: { secretHash: string; userId: string; now: Date; id: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('registers')
    .set({
      secret_hash: paired.secretHash,
      paired_at: paired.now,
      paired_by: paired.userId,
      seen_at: paired.now,
      pairing_hash: null,
      pairing_expires_at: null,
    })
    .where('id', '=', paired.id)
    .where('account_id', '=', accountId)
    .where('pairing_hash', '=', pairingHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const touchRegister = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.updateTable('registers').set({ seen_at: now }).where('id', '=', id).execute()
}

/** Who works at a register, for its head. */
export const nameOfUser = async (db: Db | Tx, userId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'phone'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row ? personName(row) : null
}
