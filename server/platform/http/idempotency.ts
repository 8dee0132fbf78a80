import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { urlOf } from '@kartis/contract/client.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../platform.ts'
import {
  deleteKey,
  deleteKeysBefore,
  deleteLostKey,
  deleteUnanswered,
  type IdempotencyKey,
  insertKey,
  readKey,
  renewKey,
  saveReply,
} from './idempotency-queries.ts'

export type { IdempotencyKey } from './idempotency-queries.ts'

const PURPOSE = 'idempotency'
/** A request that has not renewed its claim for so long was lost with its process; its key can be claimed again. */
const LOST_AFTER_SECONDS = 10
/** A request that takes longer renews its claim so often: twice may fail. */
const RENEW_MS = 3000
const RELEASE_MS = 250
const MAX_WAIT_MS = 15_000
const POLL_MS = 40
const RETENTION_MS = 86_400_000
/** Refusals after which the same request may succeed: they are not saved. */
const RETRYABLE: ReadonlySet<string> = new Set([
  'overloaded',
  'too_many_requests',
  'payment_unavailable',
  'system_error',
])

/**
 * The `Idempotency-Key` of a request, if it has one. It is scoped to the `path` of the contract with the parameters
 * as they were read: a call is the same whichever of its paths and spellings it comes by. Refusal: a malformed key.
 */
export const idempotencyKeyOf = (
  request: FastifyRequest,
  path: string,
  params: unknown,
  callerOf: () => string,
): IdempotencyKey | Refusal | undefined => {
  const header = request.headers['idempotency-key']
  const key = Array.isArray(header) ? header[0] : header
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) return refuseField('Idempotency-Key', 'invalid')
  // The body of an upload is read later, by its handler: its length tells one file from another.
  const body = request.body ?? (request.isMultipart() ? request.headers['content-length'] : undefined) ?? null
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  return { scope: `${request.method} ${urlOf(path, { params })} ${callerOf()}`, key, bodyHash }
}

/** What is stored of a request: its result, and the headers that belong to it. */
interface Outcome {
  readonly result: unknown
  /** Cookies that the reply sets: a repeated sign-in must sign in too. */
  readonly cookies?: string | readonly string[]
}

/** Rows of a version before outcomes have the bare result. */
const outcomeOf = (stored: unknown): Outcome =>
  typeof stored === 'object' && stored !== null && 'result' in stored ? (stored as Outcome) : { result: stored }

const cookiesOf = (reply: FastifyReply): string | readonly string[] | undefined => {
  const cookies = reply.getHeader('set-cookie')
  return typeof cookies === 'number' ? undefined : cookies
}

/** The outcome of the request that has claimed the key, once it replies; undefined when that request was lost. */
const awaitOutcome = async (platform: Platform, key: IdempotencyKey): Promise<Outcome | Refusal | undefined> => {
  const until = Date.now() + MAX_WAIT_MS
  for (;;) {
    const row = await readKey(platform.db, key)
    if (!row) return undefined
    if (row.body_hash !== key.bodyHash) return refuse('idempotency_mismatch')
    if (row.status !== null && typeof row.reply === 'string')
      return outcomeOf(JSON.parse(platform.keys.decrypt(PURPOSE, row.reply)))
    if (row.age > LOST_AFTER_SECONDS && (await deleteLostKey(platform.db, key, LOST_AFTER_SECONDS))) return undefined
    if (Date.now() > until) return refuse('idempotency_in_flight', { detail: { retry_after: 2 } })
    await sleep(POLL_MS)
  }
}

/** Releases the key of a request that failed with its connection, as soon as the database is back; else the claim lapses by itself. */
const releaseLater = async ({ db }: Platform, key: IdempotencyKey): Promise<void> => {
  for (let wait = RELEASE_MS; wait < LOST_AFTER_SECONDS * 1000; wait *= 2) {
    await sleep(wait, undefined, { ref: false })
    try {
      return await deleteUnanswered(db, key)
    } catch {
      // Not back yet.
    }
  }
}

export interface IdempotentRequest {
  readonly key: IdempotencyKey
  /** Its cookies are stored and repeated. */
  readonly reply: FastifyReply
}

/**
 * Runs `act` once for each key. A repeat with the same body gets the same result, one with another body is refused
 * (`idempotency_mismatch`), and one that arrives while the first still runs waits for it (at most 15 s, then
 * `idempotency_in_flight`). Results are stored encrypted, since they may contain tokens. An error releases the key.
 */
export const once = async <T>(
  platform: Platform,
  { key, reply }: IdempotentRequest,
  act: () => Promise<T | Refusal>,
): Promise<T | Refusal> => {
  while (!(await insertKey(platform.db, key))) {
    const earlier = await awaitOutcome(platform, key)
    if (isRefusal(earlier)) return earlier
    if (earlier === undefined) continue
    if (earlier.cookies !== undefined)
      void reply.header('set-cookie', earlier.cookies).header('cache-control', 'no-store')
    // The result of the same request, so it has the same type.
    return earlier.result as T | Refusal
  }
  const renewal = setInterval(() => void renewKey(platform.db, key).catch(() => undefined), RENEW_MS).unref()
  try {
    const result = await act()
    const cookies = cookiesOf(reply)
    if (isRefusal(result) && RETRYABLE.has(result.refusal)) await deleteKey(platform.db, key)
    else {
      const outcome: Outcome = { result: result ?? null, ...(cookies !== undefined && { cookies }) }
      await saveReply(platform.db, key, platform.keys.encrypt(PURPOSE, JSON.stringify(outcome)))
    }
    return result
  } catch (error) {
    // The caller gets the error of the act in any case.
    await deleteKey(platform.db, key).catch(() => void releaseLater(platform, key))
    throw error
  } finally {
    clearInterval(renewal)
  }
}

/** Deletes the keys that are older than a day. */
export const deleteOldKeys = ({ db }: Pick<Platform, 'db'>): Promise<void> =>
  deleteKeysBefore(db, new Date(Date.now() - RETENTION_MS))
