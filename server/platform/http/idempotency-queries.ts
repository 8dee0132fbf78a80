import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** True when the key is ours now. */
export const insertKey = async (db: Db, { scope, key, bodyHash }: IdempotencyKey): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({ scope, key, body_hash: bodyHash })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** `age` in seconds. */
export const readKey = (db: Db, { scope, key }: IdempotencyKey) =>
  db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'reply', sql<number>`extract(epoch from now() - created_at)::float`.as('age')])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()

/** Removes a key whose request was lost; true for the one caller who did. */
export const takeOver = async (db: Db, { scope, key }: IdempotencyKey, afterSeconds: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('status', 'is', null)
    .where('created_at', '<', sql<Date>`now() - ${afterSeconds}::int * interval '1 second'`)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const saveReply = async (db: Db, { scope, key }: IdempotencyKey, sealed: string): Promise<void> => {
  await db
    .updateTable('idempotency_keys')
    .set({ status: 200, reply: JSON.stringify(sealed) })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .execute()
}

export const deleteKey = async (db: Db, { scope, key }: IdempotencyKey): Promise<void> => {
  await db.deleteFrom('idempotency_keys').where('scope', '=', scope).where('key', '=', key).execute()
}

export const deleteOldKeys = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
