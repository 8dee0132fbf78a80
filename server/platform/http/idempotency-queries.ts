import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import { pipeline } from '../database/pipelining-driver.ts'

/** An idempotent request: `scope` is the endpoint and the caller, `bodyHash` detects another request with the same key. */
export interface IdempotencyKey {
  readonly scope: string
  readonly key: string
  readonly bodyHash: string
}

/** Claims the key; true when no request has claimed it before. */
export const insertKey = async (db: Db, { scope, key, bodyHash }: IdempotencyKey): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({ scope, key, body_hash: bodyHash })
    .onConflict((conflict) => conflict.columns(['scope', 'key']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** The stored request and its reply. `age` in seconds. */
export const readKey = (db: Db, { scope, key }: IdempotencyKey) =>
  db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'reply', sql<number>`extract(epoch from now() - created_at)::float`.as('age')])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()

/** Deletes the key of a request that has not replied for `afterSeconds`; true for the one caller who did. */
export const deleteLostKey = async (db: Db, { scope, key }: IdempotencyKey, afterSeconds: number): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('status', 'is', null)
    .where('created_at', '<', sql<Date>`now() - ${afterSeconds}::int * interval '1 second'`)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Tells that the request which claimed the key still runs: from now it counts as young. */
export const renewKey = async (db: Db, { scope, key }: IdempotencyKey): Promise<void> => {
  await db
    .updateTable('idempotency_keys')
    .set({ created_at: sql<Date>`now()` })
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('status', 'is', null)
    .execute()
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

/** Deletes the key unless a reply is stored with it. */
export const deleteUnanswered = async (db: Db, { scope, key }: IdempotencyKey): Promise<void> => {
  await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('status', 'is', null)
    .execute()
}

export const deleteKeysBefore = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}

export interface SavedReply {
  readonly bodyHash: string
  readonly reply: unknown
}

/** Saved replies of one scope, by key. For work that replies to many requests in one transaction. */
export const readReplies = async (
  tx: Db | Tx,
  scope: string,
  keys: readonly string[],
): Promise<Map<string, SavedReply>> => {
  const rows = await tx
    .selectFrom('idempotency_keys')
    .select(['key', 'body_hash', 'reply'])
    .where('scope', '=', scope)
    .where(sql<boolean>`key = any(${[...keys]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.key, { bodyHash: row.body_hash, reply: row.reply }]))
}

/**
 * Saves replies in the transaction of the work that they report, pipelined with its commit. A key that exists already
 * fails the transaction: another one has replied to it.
 */
export const saveReplies = async (
  tx: Tx,
  replies: readonly (IdempotencyKey & { readonly reply: unknown })[],
): Promise<void> => {
  await pipeline(
    tx,
    sql`
    insert into idempotency_keys (scope, key, body_hash, status, reply)
    select x.scope, x.key, x.body_hash, 201, x.reply::jsonb
    from unnest(
      ${replies.map(({ scope }) => scope)}::text[], ${replies.map(({ key }) => key)}::text[],
      ${replies.map(({ bodyHash }) => bodyHash)}::text[], ${replies.map(({ reply }) => JSON.stringify(reply))}::text[]
    ) as x (scope, key, body_hash, reply)`,
  )
}
