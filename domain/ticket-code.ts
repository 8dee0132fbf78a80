import {
  type Bytes,
  bytesToUuid,
  fromBase64Url,
  fromDecimal,
  hexOf,
  isUuid,
  toDecimal,
  uuidToBytes,
} from './code-bytes.ts'
import { isNumberShaped, type NumberReading, plainDigits, readTicketNumber } from './ticket-number.ts'

export { bytesToUuid, fromBase64Url, isUuid, toBase64Url } from './code-bytes.ts'

/**
 * The text of a ticket's QR code. It contains no personal data, and a device with the event's public key verifies it
 * offline. Tickets are drawn with K2; K1 is accepted for ever, because tickets are printed.
 *
 * K2: `2` and the decimal digits of version 2 (1 byte) · event, shortened (4) · ticket (16) · ticket type, shortened (2) ·
 * revision (1) · Ed25519 signature of these (64). Digits make a smaller QR and survive a scanner that types on a Hebrew
 * keyboard.
 *
 * K1: `K1` and base64url of version 1 (1 byte) · ticket (16) · event (16) · ticket type, shortened (4) · signature (64).
 */
const K1 = { prefix: 'K1', version: 1, bytes: 37 } as const
const K2 = { prefix: '2', version: 2, bytes: 24 } as const
const SIGNATURE_BYTES = 64

/** A code names the last bytes of uuids of version 7: they are random; the first six are the time, which several share. */
const lastBytes = (uuid: string, count: number): Bytes => uuidToBytes(uuid).slice(16 - count)

/** The last four bytes of a ticket type's uuid in hex. */
export const shortTicketType = (ticketTypeId: string): string => hexOf(lastBytes(ticketTypeId, 4))

export interface TicketCode {
  readonly ticketId: string
  /** Undefined where the code has its end only (K2). */
  readonly eventId: string | undefined
  /** The last four bytes of the event's uuid, in hex. */
  readonly eventShort: string
  /** The last two or four bytes of the ticket type's uuid, in hex: enough to tell the types of one event apart. */
  readonly ticketTypeShort: string
  /** How many times the ticket had been issued anew when the code was drawn; codes of lower ones are void. */
  readonly revision: number
}

export interface SignedCode {
  readonly code: TicketCode
  /** The bytes that were signed. */
  readonly body: Bytes
  readonly signature: Bytes
}

/** Whether the signature is valid for the key of the event that the code names. */
export type VerifyCode = (code: TicketCode, body: Bytes, signature: Bytes) => boolean | Promise<boolean>

/** Whether the code may be one of this event; of K2 only the end of the uuid is known, and the signature decides. */
export const namesEvent = (
  { eventId, eventShort }: Pick<TicketCode, 'eventId' | 'eventShort'>,
  event: string,
): boolean => (eventId === undefined ? eventShort === hexOf(lastBytes(event, 4)) : eventId === event)

/** A code has one byte for it. */
export const MAX_REVISION = 255

/** The bytes to sign for a ticket. */
export const ticketCodeBody = (ticket: {
  readonly ticketId: string
  readonly eventId: string
  readonly ticketTypeId: string
  readonly revision?: number
}): Bytes => {
  const revision = ticket.revision ?? 0
  if (!Number.isInteger(revision) || revision < 0 || revision > MAX_REVISION) throw new RangeError('not a revision')
  const body = new Uint8Array(K2.bytes)
  body[0] = K2.version
  body.set(lastBytes(ticket.eventId, 4), 1)
  body.set(uuidToBytes(ticket.ticketId), 5)
  body.set(lastBytes(ticket.ticketTypeId, 2), 21)
  body[23] = revision
  return body
}

/** The text of the QR code, from the bytes of `ticketCodeBody` and their signature. */
export const encodeTicketCode = (body: Uint8Array, signature: Uint8Array): string => {
  if (body.length !== K2.bytes || signature.length !== SIGNATURE_BYTES)
    throw new RangeError('a ticket code has 24 bytes and a signature of 64')
  const whole = new Uint8Array(K2.bytes + SIGNATURE_BYTES)
  whole.set(body)
  whole.set(signature, K2.bytes)
  return K2.prefix + toDecimal(whole)
}

const parseK1 = (text: string): SignedCode | undefined => {
  const whole = fromBase64Url(text.slice(K1.prefix.length))
  if (whole === undefined || whole.length !== K1.bytes + SIGNATURE_BYTES || whole[0] !== K1.version) return undefined
  const body = whole.slice(0, K1.bytes)
  return {
    code: {
      ticketId: bytesToUuid(body.slice(1, 17)),
      eventId: bytesToUuid(body.slice(17, 33)),
      eventShort: hexOf(body.slice(29, 33)),
      ticketTypeShort: hexOf(body.slice(33)),
      revision: 0,
    },
    body,
    signature: whole.slice(K1.bytes),
  }
}

/** The prefix and the digits of 88 bytes; the first is the version, so that the number has the same length for every ticket. */
const K2_TEXT = /^2\d{210}$/

const parseK2 = (digits: string): SignedCode | undefined => {
  const whole = fromDecimal(digits.slice(K2.prefix.length), K2.bytes + SIGNATURE_BYTES)
  if (whole === undefined || whole[0] !== K2.version) return undefined
  const body = whole.slice(0, K2.bytes)
  return {
    code: {
      ticketId: bytesToUuid(body.slice(5, 21)),
      eventId: undefined,
      eventShort: hexOf(body.slice(1, 5)),
      ticketTypeShort: hexOf(body.slice(21, 23)),
      revision: body[23] ?? 0,
    },
    body,
    signature: whole.slice(K2.bytes),
  }
}

/** The parts of a ticket code, not yet verified; undefined when the text is none. Digits may be eastern and grouped. */
export const parseTicketCode = (text: string): SignedCode | undefined => {
  const trimmed = text.trim()
  if (trimmed.startsWith(K1.prefix)) return parseK1(trimmed)
  const digits = plainDigits(trimmed).replaceAll(' ', '')
  return K2_TEXT.test(digits) ? parseK2(digits) : undefined
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
  if (isNumberShaped(trimmed)) return { kind: 'number', readings: readTicketNumber(trimmed) }
  const signed = parseTicketCode(trimmed)
  if (signed === undefined || !(await verify(signed.code, signed.body, signed.signature))) return { kind: 'unknown' }
  return { kind: 'signed', ticketId: signed.code.ticketId, code: signed.code }
}
