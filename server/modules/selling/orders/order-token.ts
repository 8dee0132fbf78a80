import { bytesToUuid, isUuid } from '@kartis/domain/ticket-code.ts'
import type { Platform } from '../../../platform/platform.ts'
import { sameText } from '../../../platform/security/keys.ts'

/** A token is the event's uuid (16 bytes), which locates the order by its key, and a secret (24 bytes). */
const EVENT_BYTES = 16
const SECRET_BYTES = 24

type Keys = Platform['keys']

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex')

/**
 * The token of an order. Its secret is derived from the installation's key and the order's id, so that later messages and
 * the customer's own list can contain the same link; the database stores only a keyed hash. Each generation of the link has another token.
 */
export const orderToken = (keys: Keys, eventId: string, orderId: string, linkGeneration = 0): string => {
  const subject = linkGeneration === 0 ? orderId : `${orderId}:${linkGeneration}`
  const secret = Buffer.from(keys.hmac('order_secret', subject), 'base64url').subarray(0, SECRET_BYTES)
  return Buffer.concat([bytesOf(eventId), secret]).toString('base64url')
}

export const tokenHash = (keys: Keys, token: string): string => keys.hmac('order_token', token)

/** The event that a token names, not yet verified; undefined when the text is no token. */
export const eventOfToken = (token: string): string | undefined => {
  const bytes = /^[\w-]{50,60}$/.test(token) ? Buffer.from(token, 'base64url') : Buffer.alloc(0)
  if (bytes.length !== EVENT_BYTES + SECRET_BYTES) return undefined
  const eventId = bytesToUuid(bytes.subarray(0, EVENT_BYTES))
  return isUuid(eventId) ? eventId : undefined
}

export const isTokenOf = (keys: Keys, token: string, storedHash: string): boolean =>
  sameText(tokenHash(keys, token), storedHash)
