import { randomBytes, randomInt } from 'node:crypto'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { isUuid } from '../../../platform/http/authorization.ts'
import { sameText } from '../../../platform/security/keys.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { type DeviceRow, pairRow, readByPairing, readDevice, touchDevice, updateDeviceRow } from './devices-queries.ts'

const CODE_DIGITS = 8
const CODE_MS = 10 * 60_000
/** Wrong codes of one workspace; the code space is a hundred million. */
const TRIES = { max: 20, seconds: 600 }
const SEEN_EVERY_MS = 60_000

const codeHash = (platform: Platform, accountId: string, code: string): string =>
  platform.keys.hmac('pos_pairing', `${accountId} ${code}`)
const secretHash = (platform: Platform, secret: string): string => platform.keys.hmac('pos_device', secret)

export interface Pairing {
  readonly code: string
  readonly expiresAt: Date
}

/** A code and its columns: only its keyed hash is kept. */
export const newPairing = (platform: Platform, accountId: string, now: Date) => {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const expiresAt = new Date(now.getTime() + CODE_MS)
  return {
    pairing: { code, expiresAt },
    columns: { pairing_hash: codeHash(platform, accountId, code), pairing_expires_at: expiresAt },
  }
}

/** A new code for a till; the old one ends. `not_found` for one that was shut out. */
export const renewPairing = async (
  platform: Platform,
  accountId: string,
  deviceId: string,
  now: Date,
): Promise<Pairing | Refusal> => {
  const { pairing, columns } = newPairing(platform, accountId, now)
  return (await updateDeviceRow(platform.db, accountId, deviceId, columns)) ? pairing : refuse('not_found')
}

/** Makes the caller's browser the till of a code, once. A browser that was it before is shut out. `code_wrong`, `code_expired`. */
export const pairDevice = async (
  platform: Platform,
  { accountId, userId }: { accountId: string; userId: string },
  typed: string,
  now: Date,
): Promise<{ device: DeviceRow; token: string } | Refusal> => {
  const spent = await limit(platform, `pair:${accountId}`, TRIES)
  if (spent) return spent
  const hash = codeHash(platform, accountId, typed.replace(/\D/g, ''))
  const found = await readByPairing(platform.db, accountId, hash)
  if (!found) return refuse('code_wrong')
  if (!found.pairing_expires_at || found.pairing_expires_at <= now) return refuse('code_expired')
  const secret = randomBytes(32).toString('base64url')
  const paired = { id: found.id, secretHash: secretHash(platform, secret), userId, now }
  if (!(await pairRow(platform.db, accountId, hash, paired))) return refuse('code_wrong')
  const device = await readDevice(platform.db, accountId, found.id)
  return device ? { device, token: `${device.id}.${secret}` } : refuse('not_found')
}

/** The till a call comes from, by its `X-Device-Token`: `device_unpaired` without one, or when it was shut out. */
export const tillOf = async (
  platform: Platform,
  request: FastifyRequest,
  accountId: string,
  now: Date,
): Promise<DeviceRow | Refusal> => {
  const header = request.headers['x-device-token']
  const [id, secret] = typeof header === 'string' ? header.split('.') : []
  const device = isUuid(id) && secret ? await readDevice(platform.db, accountId, id) : undefined
  if (!device?.secret_hash || device.revoked_at || !secret) return refuse('device_unpaired')
  if (!sameText(device.secret_hash, secretHash(platform, secret))) return refuse('device_unpaired')
  if (!device.seen_at || now.getTime() - device.seen_at.getTime() > SEEN_EVERY_MS)
    await touchDevice(platform.db, device.id, now)
  return device
}
