import { type NumberReading, readTicketNumber } from './ticket-number.ts'

/**
 * The text of a ticket's QR code: `K1` and base64url of
 * version (1 byte) · ticket (16) · event (16) · ticket type, shortened (4) · Ed25519 signature of these (64).
 * A device with the event's public key verifies it offline. It contains no personal data.
 */
const PREFIX = 'K1'
const VERSION = 1
const BODY_BYTES = 37
const SIGNATURE_BYTES = 64

// Views of an ArrayBuffer, as the Web Crypto API requires.
type Bytes = Uint8Array<ArrayBuffer>

export interface TicketCode {
  readonly ticketId: string
  readonly eventId: string
  /** The last four bytes of the ticket type's uuid, in hex: enough to tell the types of one event apart. */
  readonly ticketTypeShort: string
}

export interface SignedCode {
  readonly code: TicketCode
  /** The bytes that were signed. */
  readonly body: Bytes
  readonly signature: Bytes
}

/** Whether the signature is valid for the event's key. */
export type VerifyCode = (eventId: string, body: Bytes, signature: Bytes) => boolean | Promise<boolean>

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOfHex = (hex: string): Bytes =>
  Uint8Array.from({ length: hex.length / 2 }, (_, place) => Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16))

/** The 16 bytes of a uuid. Throws a RangeError for a malformed one. */
export const uuidToBytes = (uuid: string): Bytes => {
  if (!isUuid(uuid)) throw new RangeError('not a uuid')
  return bytesOfHex(uuid.replaceAll('-', ''))
}

/** The canonical text of the 16 bytes of a UUID. */
export const bytesToUuid = (bytes: Uint8Array): string =>
  hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The last four bytes of a UUIDv7 in hex. They are random; the first six are the time, which several types may share. */
export const shortTicketType = (ticketTypeId: string): string => hexOf(uuidToBytes(ticketTypeId).slice(12))

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Base64url without padding. Browsers and Node have no common function for it. */
export const toBase64Url = (bytes: Uint8Array): string => {
  let text = ''
  for (let place = 0; place < bytes.length; place += 3) {
    const group = ((bytes[place] ?? 0) << 16) | ((bytes[place + 1] ?? 0) << 8) | (bytes[place + 2] ?? 0)
    const chars = Math.min(bytes.length - place, 3) + 1
    for (let char = 0; char < chars; char++) text += ALPHABET[(group >> (18 - 6 * char)) & 63] ?? ''
  }
  return text
}

/** The bytes, or undefined when the text is not base64url of whole bytes. Each value has one text: surplus bits must be 0. */
export const fromBase64Url = (text: string): Bytes | undefined => {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let bits = 0
  let buffer = 0
  let filled = 0
  for (const char of text) {
    buffer = ((buffer << 6) | ALPHABET.indexOf(char)) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[filled++] = (buffer >> bits) & 255
  }
  return (buffer & ((1 << bits) - 1)) === 0 ? bytes : undefined
}

/** The bytes to sign for a ticket. */
export const ticketCodeBody = (ticket: {
  readonly ticketId: string
  readonly eventId: string
  readonly ticketTypeId: string
}): Bytes => {
  const body = new Uint8Array(BODY_BYTES)
  body[0] = VERSION
  body.set(uuidToBytes(ticket.ticketId), 1)
  body.set(uuidToBytes(ticket.eventId), 17)
  body.set(bytesOfHex(shortTicketType(ticket.ticketTypeId)), 33)
  return body
}

/** The text of the QR code, from the bytes of `ticketCodeBody` and their signature. */
export const encodeTicketCode = (body: Uint8Array, signature: Uint8Array): string => {
  if (body.length !== BODY_BYTES || signature.length !== SIGNATURE_BYTES)
    throw new RangeError('a ticket code has 37 bytes and a signature of 64')
  const whole = new Uint8Array(BODY_BYTES + SIGNATURE_BYTES)
  whole.set(body)
  whole.set(signature, BODY_BYTES)
  return PREFIX + toBase64Url(whole)
}

/** The parts of a ticket code, not yet verified; undefined when the text is none. */
export const parseTicketCode = (text: string): SignedCode | undefined => {
  const trimmed = text.trim()
  if (!trimmed.startsWith(PREFIX)) return undefined
  const whole = fromBase64Url(trimmed.slice(PREFIX.length))
  if (whole === undefined || whole.length !== BODY_BYTES + SIGNATURE_BYTES || whole[0] !== VERSION) return undefined
  const body = whole.slice(0, BODY_BYTES)
  return {
    code: {
      ticketId: bytesToUuid(body.slice(1, 17)),
      eventId: bytesToUuid(body.slice(17, 33)),
      ticketTypeShort: hexOf(body.slice(33)),
    },
    body,
    signature: whole.slice(BODY_BYTES),
  }
}

/** What was scanned or typed: a signed code, a bare ticket uuid, the number that is printed on a ticket, or something else. */
export type ScannedCode =
  | { readonly kind: 'signed'; readonly ticketId: string; readonly code: TicketCode }
  | { readonly kind: 'uuid'; readonly ticketId: string }
  | { readonly kind: 'number'; readonly readings: readonly NumberReading[] }
  | { readonly kind: 'unknown' }

/** Reads a scanned text. A code whose signature is not valid is `unknown`, like any other text. */
export const readScannedCode = async (text: string, verify: VerifyCode): Promise<ScannedCode> => {
  const trimmed = text.trim()
  if (isUuid(trimmed)) return { kind: 'uuid', ticketId: trimmed.toLowerCase() }
  const readings = readTicketNumber(trimmed)
  if (readings.length > 0) return { kind: 'number', readings }
  const signed = parseTicketCode(trimmed)
  if (signed === undefined || !(await verify(signed.code.eventId, signed.body, signed.signature)))
    return { kind: 'unknown' }
  return { kind: 'signed', ticketId: signed.code.ticketId, code: signed.code }
}
