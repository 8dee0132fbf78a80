import { randomBytes, randomInt } from 'node:crypto'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isUuid } from '../../../platform/http/authorization.ts'
import { sameText } from '../../../platform/security/keys.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { logRegister, type RegisterActor } from './log-register.ts'
import {
  type RegisterRow,
  pairRow,
  readByPairing,
  readRegister,
  touchRegister,
  updateRegisterRow,
} from './registers-queries.ts'

const CODE_DIGITS = 8
const CODE_MS = 10 * 60_000
/** Attempts in one workspace; there are a hundred million codes. */
const ATTEMPT_LIMIT = { max: 20, seconds: 600 }
/** `seen_at` is written no more often than this. */
const SEEN_INTERVAL = 60_000

const codeHash = (platform: Platform, accountId: string, code: string): string =>
  platform.keys.hmac('pos_pairing', `${accountId} ${code}`)
const secretHash = (platform: Platform, secret: string): string => platform.keys.hmac('pos_device', secret)

export interface Pairing {
  readonly code: string
  readonly expiresAt: Date
}

/** A pairing code with its columns; only a keyed hash of it is stored. */
export const newPairing = (platform: Platform, accountId: string, now: Date) => {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const expiresAt = new Date(now.getTime() + CODE_MS)
  return {
    pairing: { code, expiresAt },
    columns: { pairing_hash: codeHash(platform, accountId, code), pairing_expires_at: expiresAt },
  }
}

/** A new code for a register; the old one is void. Refusal: `not_found` for a revoked register. */
export const renewPairing = async (
  platform: Platform,
  accountId: string,
  registerId: string,
  now: Date,
): Promise<Pairing | Refusal> => {
  const { pairing, columns } = newPairing(platform, accountId, now)
  return (await updateRegisterRow(platform.db, accountId, registerId, columns)) ? pairing : refuse('not_found')
}

/** Pairs the caller's browser with the register of a code, once; a browser paired before loses access. Refusals: `code_wrong`, `code_expired`. */
export const pairRegister = async (
  platform: Platform,
  actor: RegisterActor,
  code: string,
): Promise<{ register: RegisterRow; token: string } | Refusal> => {
  const { accountId, userId, now } = actor
  const limited = await limit(platform, `pair:${accountId}`, ATTEMPT_LIMIT)
  if (limited) return limited
  const hash = codeHash(platform, accountId, code.replace(/\D/g, ''))
  const found = await readByPairing(platform.db, accountId, hash)
  if (!found) return refuse('code_wrong')
  if (!found.pairing_expires_at || found.pairing_expires_at <= now) return refuse('code_expired')
  const secret = randomBytes(32).toString('base64url')
  const paired = { id: found.id, secretHash: secretHash(platform, secret), userId, now }
  const isPaired = await inTransaction(platform.db, async (tx) => {
    const done = await pairRow(tx, accountId, hash, paired)
    if (done) await logRegister(platform, tx, 'terminal.paired', found.id, actor)
    return done
  })
  if (!isPaired) return refuse('code_wrong')
  const register = await readRegister(platform.db, accountId, found.id)
  return register ? { register, token: `${register.id}.${secret}` } : refuse('not_found')
}

/** The register that a request comes from, by its `X-Device-Token`. Refusal: `device_unpaired` without a valid one. */
export const registerOf = async (
  platform: Platform,
  request: FastifyRequest,
  accountId: string,
  now: Date,
): Promise<RegisterRow | Refusal> => {
  const header = request.headers['x-device-token']
  const [id, secret] = typeof header === 'string' ? header.split('.') : []
  const register = isUuid(id) && secret ? await readRegister(platform.db, accountId, id) : undefined
  if (!register?.secret_hash || register.revoked_at || !secret) return refuse('device_unpaired')
  if (!sameText(register.secret_hash, secretHash(platform, secret))) return refuse('device_unpaired')
  if (!register.seen_at || now.getTime() - register.seen_at.getTime() > SEEN_INTERVAL)
    await touchRegister(platform.db, register.id, now)
  return register
}
