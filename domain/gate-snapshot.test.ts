import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countSnapshot,
  findInSnapshot,
  readSnapshot,
  type Snapshot,
  type SnapshotTicket,
  TICKET_BYTES,
  writeSnapshot,
  writeTicket,
} from './gate-snapshot.ts'

/** The ids in the order of the body, as hexadecimal digits. */
const idsOf = ({ header, body }: Snapshot): string[] =>
  Array.from({ length: header.count }, (_, place) =>
    Buffer.from(body.subarray(place * TICKET_BYTES, place * TICKET_BYTES + 16)).toString('hex'),
  )

const header = {
  event: 'e',
  seq: 7,
  count: 0,
  keys: ['k'],
  rules: { gates: ['שער 2'] },
  types: ['deadbeef'],
  sha256: 'x',
  signature: 'y',
}

const fileOf = (tickets: readonly SnapshotTicket[]) => {
  const body = new Uint8Array(tickets.length * TICKET_BYTES)
  for (const [place, ticket] of tickets.entries()) writeTicket(body, place, ticket)
  return writeSnapshot({ ...header, count: tickets.length }, body)
}

const ticket = fc.record({
  id: fc.uuid(),
  type: fc.nat(255),
  isCancelled: fc.boolean(),
  hasEntered: fc.boolean(),
  revision: fc.nat(63),
})

describe('a snapshot', () => {
  test('gives back every ticket that was written, and no other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(ticket, { selector: ({ id }) => id, maxLength: 60 }), fc.uuid(), (tickets, other) => {
        const sorted = tickets.toSorted((a, b) => (a.id < b.id ? -1 : 1))
        const snapshot = readSnapshot(fileOf(sorted))
        if (!snapshot) throw new Error('unreadable')
        expect(snapshot.header.rules).toEqual(header.rules)
        expect(idsOf(snapshot)).toEqual([...new Set(idsOf(snapshot))].toSorted())
        for (const written of sorted) expect(findInSnapshot(snapshot, written.id)).toEqual(written)
        if (!tickets.some(({ id }) => id === other)) expect(findInSnapshot(snapshot, other)).toBeUndefined()
        const valid = tickets.filter(({ isCancelled }) => !isCancelled)
        expect(countSnapshot(snapshot)).toEqual({
          valid: valid.length,
          entered: valid.filter(({ hasEntered }) => hasEntered).length,
        })
      }),
      { seed: 20_261_123, numRuns: 200 },
    )
  })

  test('keeps its byte layout, because devices of several versions read it', () => {
    const id = '019a5b3c-0000-7000-8000-00000000abcd'
    const file = fileOf([{ id, type: 3, isCancelled: true, hasEntered: true, revision: 5 }])
    const json = JSON.stringify({ ...header, count: 1 }).replace('שער', String.raw`\u05e9\u05e2\u05e8`)
    const length = json.length.toString(16).padStart(8, '0')
    const expected = `4b475331${length}${Buffer.from(json).toString('hex')}${id.replaceAll('-', '')}0317`
    expect(Buffer.from(file).toString('hex')).toBe(expected)
  })

  test('that is cut, longer, of another kind or without its header is none', () => {
    const file = fileOf([
      { id: '019a5b3c-0000-7000-8000-00000000abcd', type: 0, isCancelled: false, hasEntered: false, revision: 0 },
    ])
    for (let length = 0; length < file.length; length++) expect(readSnapshot(file.slice(0, length))).toBeUndefined()
    expect(readSnapshot(new Uint8Array([...file, 0]))).toBeUndefined()
    expect(readSnapshot(file.map((byte, place) => (place === 0 ? 0 : byte)))).toBeUndefined()
    const broken = file.slice()
    broken[8] = 0
    expect(readSnapshot(broken)).toBeUndefined()
    expect(readSnapshot(file)).toBeDefined()
  })
})
