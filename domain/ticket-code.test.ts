import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { uuidToBytes } from './code-bytes.ts'
import {
  bytesToUuid,
  encodeTicketCode,
  fromBase64Url,
  isUuid,
  MAX_REVISION,
  namesEvent,
  parseTicketCode,
  readScannedCode,
  shortTicketType,
  type TicketCode,
  ticketCodeBody,
  toBase64Url,
} from './ticket-code.ts'

const ticket = {
  ticketId: '019a5b3c-0000-7000-8000-00000000abcd',
  eventId: '019a5b3c-1111-7111-8111-111111111111',
  ticketTypeId: '019a5b3c-2222-7222-8222-2222deadbeef',
}
const keys = generateKeyPairSync('ed25519')
const body = ticketCodeBody(ticket)
const text = encodeTicketCode(body, sign(null, body, keys.privateKey))
const genuine = (_code: TicketCode, bytes: Uint8Array, signature: Uint8Array) =>
  verify(null, bytes, keys.publicKey, signature)
const oldBody = Buffer.from(`01${ticket.ticketId}${ticket.eventId}deadbeef`.replaceAll('-', ''), 'hex')
const oldText = `K1${Buffer.concat([oldBody, sign(null, oldBody, keys.privateKey)]).toString('base64url')}`

describe('the code in the QR', () => {
  test('is 211 digits that begin with 2', () => {
    expect(text).toMatch(/^2\d{210}$/)
    const lengths = Array.from({ length: 200 }, () => encodeTicketCode(body, randomBytes(64)).length)
    expect(new Set(lengths)).toEqual(new Set([211]))
  })

  test('names its ticket, the ends of event and ticket type, and its revision', async () => {
    const code = {
      ticketId: ticket.ticketId,
      eventId: undefined,
      eventShort: '11111111',
      ticketTypeShort: 'beef',
      revision: 0,
    }
    expect(parseTicketCode(` ${text}\n`)?.code).toEqual(code)
    expect(await readScannedCode(text, genuine)).toEqual({ kind: 'signed', ticketId: ticket.ticketId, code })
    expect(namesEvent(code, ticket.eventId)).toBe(true)
    expect(namesEvent(code, ticket.ticketId)).toBe(false)
  })

  test('keeps its byte layout, because tickets are printed', () => {
    expect(Buffer.from(ticketCodeBody({ ...ticket, revision: 7 })).toString('hex')).toBe(
      `0211111111${ticket.ticketId}beef07`.replaceAll('-', ''),
    )
  })

  test('has a revision of one byte', () => {
    const of = (revision: number) => encodeTicketCode(ticketCodeBody({ ...ticket, revision }), new Uint8Array(64))
    expect(parseTicketCode(of(MAX_REVISION))?.code.revision).toBe(255)
    for (const revision of [-1, 256, 0.5]) expect(() => of(revision)).toThrow(RangeError)
  })

  test('is read in eastern digits and in groups too, as a person or another keyboard types it', async () => {
    const eastern = text.replace(/\d/gu, (digit) => String.fromCodePoint(0x660 + Number(digit)))
    const persian = text.replace(/\d/gu, (digit) => String.fromCodePoint(0x6f0 + Number(digit)))
    for (const typed of [eastern, persian, text.replace(/(\d{4})/gu, '$1 '), `\u200f${text}`])
      expect(await readScannedCode(typed, genuine)).toMatchObject({ kind: 'signed', ticketId: ticket.ticketId })
  })

  test('is unknown when one digit is changed', async () => {
    for (let place = 0; place < text.length; place++) {
      const other = text[place] === '3' ? '4' : '3'
      expect((await readScannedCode(text.slice(0, place) + other + text.slice(place + 1), genuine)).kind).toBe(
        'unknown',
      )
    }
  })

  test('any bytes come back as they were', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.uuid(),
        fc.uuid(),
        fc.integer({ min: 0, max: 255 }),
        (ticketId, eventId, type, revision) => {
          const bytes = ticketCodeBody({ ticketId, eventId, ticketTypeId: type, revision })
          const signature = randomBytes(64)
          const read = parseTicketCode(encodeTicketCode(bytes, signature))
          expect(read?.code).toMatchObject({ ticketId, revision })
          expect(Buffer.from(read?.signature ?? [])).toEqual(signature)
        },
      ),
      { seed: 20_261_123, numRuns: 200 },
    )
  })
})

describe('a code of before (K1)', () => {
  test('is accepted for ever, with the whole event and revision 0', async () => {
    const code = {
      ticketId: ticket.ticketId,
      eventId: ticket.eventId,
      eventShort: '11111111',
      ticketTypeShort: 'deadbeef',
      revision: 0,
    }
    expect(oldText).toMatch(/^K1[\w-]{135}$/)
    expect(await readScannedCode(oldText, genuine)).toEqual({ kind: 'signed', ticketId: ticket.ticketId, code })
    expect(namesEvent(code, ticket.eventId)).toBe(true)
    expect(namesEvent(code, '019a5b3c-2222-7111-8111-111111111111')).toBe(false)
  })

  test('is unknown when one character is changed', async () => {
    for (let place = 0; place < oldText.length; place++) {
      const other = oldText[place] === 'A' ? 'B' : 'A'
      expect((await readScannedCode(oldText.slice(0, place) + other + oldText.slice(place + 1), genuine)).kind).toBe(
        'unknown',
      )
    }
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
    'k1'.concat(oldText.slice(2)),
    oldText.slice(0, -1),
    `2${'0'.repeat(210)}`,
    `2${'9'.repeat(210)}`,
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
