import { sql } from 'kysely'
import type { Tx } from '../database/db.ts'
import { pipeline } from '../database/pipelining-driver.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** For work that answers many requests in one transaction: their keys are read and written with one statement each. */
export interface AnsweredBefore {
  readonly bodyHash: string
  readonly reply: unknown
}

/** What was answered under these keys, by key. All of one scope. */
export const readAnswers = async (
  tx: Tx,
  scope: string,
  keys: readonly string[],
): Promise<Map<string, AnsweredBefore>> => {
  const rows = await tx
    .selectFrom('idempotency_keys')
    .select(['key', 'body_hash', 'reply'])
    .where('scope', '=', scope)
    .where(sql<boolean>`key = any(${[...keys]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.key, { bodyHash: row.body_hash, reply: row.reply }]))
}

/**
 * Keeps answers together with what they tell of, travelling with the commit. A key that exists already breaks the
 * transaction: it was answered elsewhere.
 */
export const saveAnswers = async (
  tx: Tx,
  answers: readonly (IdempotencyKey & { readonly reply: unknown })[],
): Promise<void> => {
  await pipeline(
    tx,
    sql`
    insert into idempotency_keys (scope, key, body_hash, status, reply)
    select x.scope, x.key, x.body_hash, 201, x.reply::jsonb
    from unnest(
      ${answers.map(({ scope }) => scope)}::text[], ${answers.map(({ key }) => key)}::text[],
      ${answers.map(({ bodyHash }) => bodyHash)}::text[], ${answers.map(({ reply }) => JSON.stringify(reply))}::text[]
    ) as x (scope, key, body_hash, reply)`,
  )
}
