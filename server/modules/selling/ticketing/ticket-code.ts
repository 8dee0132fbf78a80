import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { encodeTicketCode, ticketCodeBody } from '@kartis/domain/ticket-code.ts'
import type { Platform } from '../../../platform/platform.ts'

type Keys = Pick<Platform['keys'], 'seed'>
interface Pair {
  readonly secret: KeyObject
  readonly public: KeyObject
}

// What stands before 32 raw bytes in the standard envelope (PKCS 8) of an Ed25519 secret.
const ENVELOPE = Buffer.from('302e020100300506032b657004220420', 'hex')
/** Pairs kept at hand; making one again is cheap, so the oldest simply goes. */
const MAX_PAIRS = 500
const pairs = new WeakMap<Keys, Map<string, Pair>>()

const pairOf = (keys: Keys, eventId: string): Pair => {
  const known = pairs.get(keys) ?? new Map<string, Pair>()
  pairs.set(keys, known)
  const found = known.get(eventId)
  if (found) return found
  const secret = createPrivateKey({
    key: Buffer.concat([ENVELOPE, keys.seed('ticket_code', eventId)]),
    format: 'der',
    type: 'pkcs8',
  })
  const pair = { secret, public: createPublicKey(secret) }
  const [oldest] = known.keys()
  if (known.size >= MAX_PAIRS && oldest !== undefined) known.delete(oldest)
  known.set(eventId, pair)
  return pair
}

/** What the QR of a ticket holds. The same ticket always has the same code, so none needs to be stored. */
export const ticketCode = (
  keys: Keys,
  ticket: { readonly event_id: string; readonly id: string; readonly ticket_type_id: string },
): string => {
  const body = ticketCodeBody({
    ticketId: ticket.id,
    eventId: ticket.event_id,
    ticketTypeId: ticket.ticket_type_id,
  })
  return encodeTicketCode(body, sign(null, body, pairOf(keys, ticket.event_id).secret))
}

/** The event's public key (32 raw bytes, base64url), with which a phone checks codes without a network. */
export const ticketPublicKey = (keys: Keys, eventId: string): string =>
  pairOf(keys, eventId).public.export({ format: 'jwk' }).x ?? ''

export const isTicketSignature = (keys: Keys, eventId: string, body: Uint8Array, signature: Uint8Array): boolean =>
  verify(null, body, pairOf(keys, eventId).public, signature)
