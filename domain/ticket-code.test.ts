import { generateKeyPairSync, sign, verify } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bytesToUuid,
  encodeTicketCode,
  fromBase64Url,
  isUuid,
  parseTicketCode,
  readScannedCode,
  shortTicketType,
  ticketCodeBody,
  toBase64Url,
  uuidToBytes,
} from './ticket-code.ts'

const ticket = {
  ticketId: '019a5b3c-0000-7000-8000-00000000abcd',
  eventId: '019a5b3c-1111-7111-8111-111111111111',
  ticketTypeId: '019a5b3c-2222-7222-8222-2222deadbeef',
}
const keys = generateKeyPairSync('ed25519')
const body = ticketCodeBody(ticket)
const text = encodeTicketCode(body, sign(null, body, keys.privateKey))
const genuine = (_event: string, bytes: Uint8Array, signature: Uint8Array) =>
  verify(null, bytes, keys.publicKey, signature)

describe('the code in the QR', () => {
  test('begins with K1, is short and needs no escaping in a URL or in HTML', () => {
    expect(text).toMatch(/^K1[\w-]{135}$/)
  })

  test('names its ticket, event and ticket type', async () => {
    const code = { ticketId: ticket.ticketId, eventId: ticket.eventId, ticketTypeShort: 'deadbeef' }
    expect(parseTicketCode(` ${text}\n`)?.code).toEqual(code)
    expect(await readScannedCode(text, genuine)).toEqual({ kind: 'signed', ticketId: ticket.ticketId, code })
  })

  test('keeps its byte layout, because tickets are printed', () => {
    expect(Buffer.from(body).toString('hex')).toBe(`01${ticket.ticketId}${ticket.eventId}deadbeef`.replaceAll('-', ''))
  })

  test('is unknown when one character is changed', async () => {
    for (let place = 0; place < text.length; place++) {
      const other = text[place] === 'A' ? 'B' : 'A'
      expect((await readScannedCode(text.slice(0, place) + other + text.slice(place + 1), genuine)).kind).toBe(
        'unknown',
      )
    }
  })

  test('is verified with the key of the event that it names', async () => {
    const requestedEvents: string[] = []
    await readScannedCode(text, (eventId) => {
      requestedEvents.push(eventId)
      return Promise.resolve(false)
    })
    expect(requestedEvents).toEqual([ticket.eventId])
  })
})

describe('a scanned text that is no signed code', () => {
  test('a bare ticket uuid', async () => {
    expect(await readScannedCode(` ${ticket.ticketId.toUpperCase()} `, genuine)).toEqual({
      kind: 'uuid',
      ticketId: ticket.ticketId,
    })
  })

  test('the number that is printed on a ticket, with or without its hyphen', async () => {
    const number = { kind: 'number', readings: [{ order: '101081', position: 2 }] }
    expect(await readScannedCode('101081-2', genuine)).toEqual(number)
    expect(await readScannedCode(' 1010812 ', genuine)).toEqual(number)
  })

  test.each([
    '',
    'K1',
    'https://example.com',
    'K2abc',
    text.slice(0, -1),
    `${text}A`,
    `K1${'A'.repeat(135)}`,
    'k1'.concat(text.slice(2)),
    '7290000000000',
    '729000',
    '0501234567',
  ])('"%s" is no code of ours', async (scanned) => {
    expect(await readScannedCode(scanned, () => true)).toEqual({ kind: 'unknown' })
  })
})

describe('bytes', () => {
  test('uuids are converted to bytes and back', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => bytesToUuid(uuidToBytes(uuid)) === uuid.toLowerCase()),
      { seed: 20_261_121 },
    )
    expect(isUuid('not one')).toBe(false)
    expect(() => uuidToBytes('not one')).toThrow(RangeError)
    expect(shortTicketType(ticket.ticketTypeId)).toBe('deadbeef')
  })

  test('base64url agrees with Node, and each value has one text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const encoded = toBase64Url(bytes)
        expect(encoded).toBe(Buffer.from(bytes).toString('base64url'))
        expect(fromBase64Url(encoded)).toEqual(new Uint8Array(bytes))
      }),
      { seed: 20_261_121 },
    )
    expect(fromBase64Url('AB')).toBeUndefined()
    expect(fromBase64Url('A')).toBeUndefined()
    expect(fromBase64Url('A+/=')).toBeUndefined()
  })

  test('a body or signature of the wrong length throws', () => {
    expect(() => encodeTicketCode(body, new Uint8Array(63))).toThrow(RangeError)
    expect(() => encodeTicketCode(body.slice(1), new Uint8Array(64))).toThrow(RangeError)
  })
})
