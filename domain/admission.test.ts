import { describe, expect, test } from 'vitest'
import { isAdmitted, decideScan, type Scan, scanCounters, type TicketAtCheckIn } from './admission.ts'

const at = (time: string) => new Date(`2026-12-03T${time}:00Z`)
const ticket: TicketAtCheckIn = {
  id: 't1',
  eventId: 'e1',
  ticketTypeId: 'regular',
  status: 'valid',
  redemption: 'pending',
}
const redeemed: TicketAtCheckIn = {
  ...ticket,
  redemption: 'redeemed',
  redeemedAt: at('18:05'),
  redeemedGate: 'שער 2',
  redeemedDevice: 'd7',
  redeemedByScan: 's1',
}
const scan = (extra: Partial<Scan> = {}): Scan => ({
  codeKind: 'signed',
  ticket,
  eventId: 'e1',
  now: at('18:30'),
  ...extra,
})
const code = (extra: Partial<Scan>) => {
  const verdict = decideScan(scan(extra))
  return isAdmitted(verdict) ? `admitted${verdict.repeat ? ' again' : ''}` : verdict.refusal
}

test('a valid ticket is admitted by its signed code or by its uuid', () => {
  expect(code({})).toBe('admitted')
  expect(code({ codeKind: 'uuid' })).toBe('admitted')
})

describe('a refused scan', () => {
  test.each<[string, Partial<Scan>]>([
    ['S1', { ticket: undefined }],
    ['S2', { ticket: redeemed }],
    ['S3', { ticket: { ...ticket, status: 'cancelled' } }],
    ['S4', { eventId: 'e2' }],
    ['S5', { window: { opensAt: at('18:31') } }],
    ['S5', { window: { closesAt: at('18:29') } }],
    ['S6', { codeKind: 'unknown', ticket: undefined }],
    ['S7', { gates: [{ name: 'VIP', typeIds: ['vip'] }], gate: 'VIP' }],
  ])('%s: %o', (expected, extra) => {
    expect(code(extra)).toBe(expected)
  })

  test('of a redeemed ticket gives time and gate of the first entry', () => {
    expect(decideScan(scan({ ticket: redeemed }))).toEqual({
      refusal: 'S2',
      detail: { redeemed_at: '2026-12-03T18:05:00.000Z', gate: 'שער 2', device_id: 'd7' },
    })
    expect(decideScan(scan({ ticket: { ...ticket, redemption: 'redeemed' } }))).toMatchObject({
      detail: { redeemed_at: null, gate: null },
    })
  })

  test('of a cancelled ticket gives the time of the cancellation, outside the entry hours the hours', () => {
    expect(decideScan(scan({ ticket: { ...ticket, status: 'cancelled', cancelledAt: at('10:00') } }))).toMatchObject({
      detail: { cancelled_at: '2026-12-03T10:00:00.000Z' },
    })
    expect(decideScan(scan({ window: { opensAt: at('19:00'), closesAt: null } }))).toMatchObject({
      detail: { opens_at: '2026-12-03T19:00:00.000Z', closes_at: null },
    })
  })

  test('gives a lasting reason before one that may change', () => {
    const closed = { window: { opensAt: at('19:00') } }
    expect(code({ ...closed, ticket: redeemed })).toBe('S2')
    expect(code({ ...closed, ticket: { ...redeemed, status: 'cancelled' } })).toBe('S3')
    expect(code({ ...closed, ticket: { ...redeemed, eventId: 'e9' } })).toBe('S4')
  })
})

describe('a repeated scan', () => {
  test('is admitted again as a repeat', () => {
    expect(code({ ticket: redeemed, scanId: 's1' })).toBe('admitted again')
    expect(code({ ticket: redeemed, scanId: 's1', window: { closesAt: at('18:00') } })).toBe('admitted again')
  })

  test('another scan of the same ticket is refused, with or without a scan uuid', () => {
    expect(code({ ticket: redeemed, scanId: 's2' })).toBe('S2')
    expect(code({ ticket: { ...redeemed, redeemedByScan: null }, scanId: null })).toBe('S2')
  })
})

test('the entry window includes both its ends', () => {
  expect(code({ window: { opensAt: at('18:30'), closesAt: at('18:30') } })).toBe('admitted')
})

describe('the gates of an event', () => {
  const gates = [
    { name: 'VIP', typeIds: ['vip'] },
    { name: 'צפון', typeIds: ['regular', 'vip'] },
    { name: 'דרום', typeIds: [] },
  ]

  test('a type enters where it is listed, at gates that list none, and at gates that the event does not know', () => {
    for (const gate of ['צפון', ' צפון ', 'דרום', 'מערב', null]) expect(code({ gates, gate })).toBe('admitted')
  })

  test('a refusal at another gate names those where the ticket enters, before anything that passes with time', () => {
    const elsewhere = { refusal: 'S7', detail: { gates: ['צפון', 'דרום'] } }
    expect(decideScan(scan({ gates, gate: 'VIP' }))).toEqual(elsewhere)
    expect(decideScan(scan({ gates, gate: 'VIP', window: { opensAt: at('19:00') } }))).toEqual(elsewhere)
  })
})

describe('the gate of a seat', () => {
  const hall = { seatGates: ['1', '5'], ticket: { ...ticket, seatGate: '5' } }
  const wrong = (extra: Partial<Scan>) => decideScan(scan({ ...hall, ...extra }))
  const listed = [
    { name: 'שער 1', typeIds: [] },
    { name: 'שער 5', typeIds: [] },
    { name: 'נגיש', typeIds: [] },
  ]

  test('is the only one of the hall that admits it, and the refusal names it', () => {
    for (const gate of ['5', ' 5 ', 'שער 5', 'Gate 5', 'بوابة 5', null])
      expect(code({ ...hall, gate })).toBe('admitted')
    expect(wrong({ gate: 'שער 1' })).toEqual({ refusal: 'S7', detail: { gates: ['5'] } })
    expect(wrong({ gate: '1', gates: listed })).toEqual({ refusal: 'S7', detail: { gates: ['שער 5'] } })
    expect(wrong({ gate: 'of no seat' })).toMatchObject({ refusal: 'S7' })
  })

  test('does not matter at a gate of the event that is none of the hall, and nowhere at an event with other gates', () => {
    expect(code({ ...hall, gate: 'נגיש', gates: listed })).toBe('admitted')
    expect(code({ ...hall, gate: '1', gates: [{ name: '1', typeIds: [] }] })).toBe('admitted')
    expect(code({ seatGates: ['5'], gate: '1' })).toBe('admitted')
  })

  test('comes after that of the type, and before all that passes with time', () => {
    const gates = [{ name: '1', typeIds: ['vip'] }, ...listed.slice(1)]
    expect(wrong({ gate: '1', gates })).toEqual({ refusal: 'S7', detail: { gates: ['שער 5'] } })
    const vip = { ...ticket, ticketTypeId: 'vip', seatGate: '5' }
    const ofVip = [
      { name: '1', typeIds: ['vip'] },
      { name: '5', typeIds: ['regular'] },
    ]
    expect(wrong({ gate: '5', gates: ofVip, ticket: vip })).toEqual({ refusal: 'S7', detail: { gates: ['1'] } })
    expect(wrong({ gate: '1', window: { opensAt: at('19:00') } })).toMatchObject({ refusal: 'S7' })
    expect(code({ ...hall, gate: '1', direction: 'exit', ticket: { ...redeemed, seatGate: '5' } })).toBe('admitted')
  })
})

test('scanned and unscanned tickets sum to all valid tickets', () => {
  expect(scanCounters(10, 3)).toEqual({ total_scanned: 3, total_unscanned: 7, total_tickets: 10 })
})
