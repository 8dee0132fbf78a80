import { randomBytes, randomInt } from 'node:crypto'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import type { Kernel } from '../../../platform/platform.ts'
import { isUuid } from '../../../platform/http/authorization.ts'
import { sameText } from '../../../platform/security/keys.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { type DeviceRow, pairRow, readByPairing, readDevice, touchDevice, updateDeviceRow } from './devices-queries.ts'

const CODE_DIGITS = 8
const CODE_MS = 10 * 60_000
/** Wrong codes of one workspace; the code space is a hundred million. */
const TRIES = { max: 20, seconds: 600 }
const SEEN_EVERY_MS = 60_000

const codeHash = (kernel: Kernel, accountId: string, code: string): string =>
  kernel.keys.hmac('pos_pairing', `${accountId} ${code}`)
const secretHash = (kernel: Kernel, secret: string): string => kernel.keys.hmac('pos_device', secret)

export interface Pairing {
  readonly code: string
  readonly expiresAt: Date
}

/** A code and its columns: only its keyed hash is kept. */
export const newPairing = (kernel: Kernel, accountId: string, now: Date) => {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const expiresAt = new Date(now.getTime() + CODE_MS)
  return {
    pairing: { code, expiresAt },
    columns: { pairing_hash: codeHash(kernel, accountId, code), pairing_expires_at: expiresAt },
  }
}

/** A new code for a till; the old one ends. `not_found` for one that was shut out. */
export const renewPairing = async (
  kernel: Kernel,
  accountId: string,
  deviceId: string,
  now: Date,
): Promise<Pairing | Refusal> => {
  const { pairing, columns } = newPairing(kernel, accountId, now)
  return (await updateDeviceRow(kernel.db, accountId, deviceId, columns)) ? pairing : refuse('not_found')
}

/** Makes the caller's browser the till of a code, once. A browser that was it before is shut out. `code_wrong`, `code_expired`. */
export const pairDevice = async (
  kernel: Kernel,
  { accountId, userId }: { accountId: string; userId: string },
  typed: string,
  now: Date,
): Promise<{ device: DeviceRow; token: string } | Refusal> => {
  const spent = await limit(kernel, `pair:${accountId}`, TRIES)
  if (spent) return spent
  const hash = codeHash(kernel, accountId, typed.replace(/\D/g, ''))
  const found = await readByPairing(kernel.db, accountId, hash)
  if (!found) return refuse('code_wrong')
  if (!found.pairing_expires_at || found.pairing_expires_at <= now) return refuse('code_expired')
  const secret = randomBytes(32).toString('base64url')
  const paired = { id: found.id, secretHash: secretHash(kernel, secret), userId, now }
  if (!(await pairRow(kernel.db, accountId, hash, paired))) return refuse('code_wrong')
  const device = await readDevice(kernel.db, accountId, found.id)
  return device ? { device, token: `${device.id}.${secret}` } : refuse('not_found')
}

/** The till a call comes from, by its `X-Device-Token`: `device_unpaired` without one, or when it was shut out. */
export const tillOf = async (
  kernel: Kernel,
  request: FastifyRequest,
  accountId: string,
  now: Date,
): Promise<DeviceRow | Refusal> => {
  const header = request.headers['x-device-token']
  const [id, secret] = typeof header === 'string' ? header.split('.') : []
  const device = isUuid(id) && secret ? await readDevice(kernel.db, accountId, id) : undefined
  if (!device?.secret_hash || device.revoked_at || !secret) return refuse('device_unpaired')
  if (!sameText(device.secret_hash, secretHash(kernel, secret))) return refuse('device_unpaired')
  if (!device.seen_at || now.getTime() - device.seen_at.getTime() > SEEN_EVERY_MS)
    await touchDevice(kernel.db, device.id, now)
  return device
}
