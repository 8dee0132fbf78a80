import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../platform.ts'
import { deleteKey, deleteOldKeys, insertKey, readKey, saveReply, takeOver } from './idempotency-queries.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

const PURPOSE = 'idempotency'
/** A request that has not answered for so long died with its process; its key may be used again. */
const LOST_AFTER_SECONDS = 60
const PATIENCE = 15_000
const RETRYABLE: ReadonlySet<string> = new Set([
  'overloaded',
  'too_many_requests',
  'payment_unavailable',
  'system_error',
])

/** The `Idempotency-Key` of a request, if it has one. */
export const idempotencyKeyOf = (request: FastifyRequest, caller: string): IdempotencyKey | Refusal | undefined => {
  const given = request.headers['idempotency-key']
  const key = Array.isArray(given) ? given[0] : given
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) return refuseField('Idempotency-Key', 'invalid')
  const path = request.url.split('?')[0] ?? ''
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('base64url')
  return { scope: `${request.method} ${path} ${caller}`, key, bodyHash }
}

/** What another request with the same key answered, once it has; nothing when it died. */
const awaitOther = async (platform: Platform, one: IdempotencyKey): Promise<unknown> => {
  const until = Date.now() + PATIENCE
  for (;;) {
    const row = await readKey(platform.db, one)
    if (!row) return undefined
    if (row.body_hash !== one.bodyHash) return refuse('idempotency_mismatch')
    if (row.status !== null && typeof row.reply === 'string')
      return JSON.parse(platform.keys.decrypt(PURPOSE, row.reply))
    if (row.age > LOST_AFTER_SECONDS && (await takeOver(platform.db, one, LOST_AFTER_SECONDS))) return undefined
    if (Date.now() > until) return refuse('idempotency_in_flight', { detail: { retry_after: 2 } })
    await sleep(40)
  }
}

/**
 * Runs `act` once for each key: a repeat with the same body gets the same answer, one with another body is refused,
 * and one that comes while the first still works waits for it. Answers are kept sealed, since they may hold tokens.
 */
export const once = async <T>(
  platform: Platform,
  one: IdempotencyKey,
  act: () => Promise<T | Refusal>,
): Promise<T | Refusal> => {
  while (!(await insertKey(platform.db, one))) {
    const known = await awaitOther(platform, one)
    if (known !== undefined) return known as T | Refusal
  }
  try {
    const result = await act()
    if (isRefusal(result) && RETRYABLE.has(result.refusal)) await deleteKey(platform.db, one)
    else await saveReply(platform.db, one, platform.keys.encrypt(PURPOSE, JSON.stringify(result ?? null)))
    return result
  } catch (error) {
    await deleteKey(platform.db, one)
    throw error
  }
}

/** Keys older than a day are forgotten. */
export const forgetOldKeys = (platform: Platform): Promise<void> => deleteOldKeys(platform.db)
