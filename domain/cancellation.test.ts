import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  cancellationFee,
  cancellationTerms,
  isCancelledLate,
  isPostponement,
  isRestDay,
  lastCancellationDay,
  lastDayBeforeEvent,
  mayCancel,
  refundOf,
} from './cancellation.ts'
import { dayIn } from './zone.ts'

const timeZone = 'Asia/Jerusalem'

test('an event is cancelled late from the moment in which it begins', () => {
  const start = new Date('2026-12-05T18:00:00Z')
  const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
  expect([null, at(-1), at(0), at(1)].map((cancelled) => isCancelledLate(cancelled, start))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

describe('rest days', () => {
  test.each([
    ['2026-12-05', 'Saturday'],
    ['2027-04-22', 'first day of Passover'],
    ['2027-04-28', 'last day of Passover'],
    ['2027-06-11', 'Weeks'],
    ['2027-10-02', 'New Year'],
    ['2027-10-03', 'second day of New Year'],
    ['2027-10-11', 'Atonement'],
    ['2027-10-16', 'Tabernacles'],
    ['2027-10-23', 'eighth day of assembly'],
    ['2026-09-21', 'Atonement of the year before'],
  ])('%s is one: %s', (day) => {
    expect(isRestDay(day)).toBe(true)
  })

  test.each(['2026-12-04', '2027-04-21', '2027-04-23', '2027-04-27', '2027-10-04', '2027-10-10'])(
    '%s is none',
    (day) => {
      expect(isRestDay(day)).toBe(false)
    },
  )

  test('every Hebrew year has the same eight holy days besides its Saturdays', () => {
    for (const year of [2026, 2027, 2028, 2029, 2030, 2031]) {
      const days = Array.from({ length: 365 }, (_, place) => addDays(`${year}-01-01`, place))
      const holy = days.filter((day) => isRestDay(day) && new Date(`${day}T12:00:00Z`).getUTCDay() !== 6)
      expect(holy.length).toBeLessThanOrEqual(8)
      expect(holy.length).toBeGreaterThanOrEqual(3)
    }
  })
})

describe('the last day before an event', () => {
  test.each([
    ['2026-12-03', '2026-11-24'],
    ['2027-04-29', '2027-04-18'],
    ['2027-10-05', '2027-09-25'],
  ])('event on %s: %s', (event, last) => {
    expect(lastDayBeforeEvent(event)).toBe(last)
  })

  test('exactly seven working days always lie between', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4000 }), (offset) => {
        const event = addDays('2026-01-01', offset)
        const last = lastDayBeforeEvent(event)
        let working = 0
        for (let day = addDays(last, 1); day < event; day = addDays(day, 1)) if (!isRestDay(day)) working++
        expect(working).toBe(7)
      }),
      { seed: 20_261_121 },
    )
  })
})

describe('the fee', () => {
  test.each([
    [100_00, 5_00],
    [99_90, 4_99],
    [2_000_00, 100_00],
    [2_000_01, 100_00],
    [50_000_00, 100_00],
    [0, 0],
  ])('of %d agorot is %d', (total, fee) => {
    expect(cancellationFee(total)).toBe(fee)
  })

  test('never exceeds either maximum, and fee and refund sum to the total', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000_00), (total) => {
        const { fee, refund } = refundOf(total, { boughtAt: new Date() })
        expect(fee * 20).toBeLessThanOrEqual(total)
        expect(fee).toBeLessThanOrEqual(100_00)
        expect(fee + refund).toBe(total)
      }),
      { seed: 20_261_121 },
    )
  })

  test('is zero when the producer has moved the event since the sale', () => {
    const boughtAt = new Date('2026-11-05T10:00:00Z')
    expect(refundOf(240_00, { boughtAt, postponedAt: new Date('2026-11-05T10:00:01Z') })).toEqual({
      fee: 0,
      refund: 240_00,
    })
    expect(refundOf(240_00, { boughtAt, postponedAt: new Date('2026-11-05T10:00:00Z') }).fee).toBe(12_00)
    expect(refundOf(240_00, { boughtAt, postponedAt: null }).fee).toBe(12_00)
  })
})

describe('a buyer who cancels', () => {
  const purchase = {
    boughtAt: new Date('2026-11-05T10:00:00Z'),
    eventStartsAt: new Date('2026-12-03T18:30:00Z'),
    timeZone,
    total: 240_00,
  }

  test('has fourteen days, until the end of the last one', () => {
    expect(cancellationTerms(purchase)).toEqual({ lastDay: '2026-11-19', fee: 12_00 })
    expect(mayCancel(purchase, new Date('2026-11-19T21:59:00Z'))).toBe(true)
    expect(mayCancel(purchase, new Date('2026-11-19T22:00:00Z'))).toBe(false)
  })

  test('sees the last day before there is an order', () => {
    const { total: _, ...sale } = purchase
    expect(lastCancellationDay(sale)).toBe('2026-11-19')
  })

  test('has fourteen days from the sale or its details, whichever is later', () => {
    expect(cancellationTerms({ ...purchase, detailsAt: new Date('2026-11-07T23:00:00Z') }).lastDay).toBe('2026-11-22')
    expect(cancellationTerms({ ...purchase, detailsAt: new Date('2026-11-01T10:00:00Z') }).lastDay).toBe('2026-11-19')
  })

  test('gives what was free back until the event starts', () => {
    const free = { ...purchase, total: 0, isFree: true, boughtAt: new Date('2026-11-30T10:00:00Z') }
    expect(cancellationTerms(free)).toEqual({ lastDay: '2026-12-03', fee: 0 })
    expect(mayCancel(free, new Date('2026-12-03T18:29:00Z'))).toBe(true)
    expect(mayCancel(free, new Date('2026-12-03T18:30:00Z'))).toBe(false)
    expect(cancellationTerms({ ...free, boughtAt: new Date('2026-12-03T18:30:00Z') }).lastDay).toBe(null)
  })

  test('cannot cancel in the week before the event', () => {
    expect(cancellationTerms({ ...purchase, boughtAt: new Date('2026-11-20T10:00:00Z') }).lastDay).toBe('2026-11-24')
    expect(cancellationTerms({ ...purchase, boughtAt: new Date('2026-11-25T10:00:00Z') }).lastDay).toBeNull()
    expect(
      mayCancel({ ...purchase, boughtAt: new Date('2026-11-25T10:00:00Z') }, new Date('2026-11-25T11:00:00Z')),
    ).toBe(false)
  })

  test('has four months when the law extends the period, but not in the week before the event', () => {
    const late = { ...purchase, extended: true }
    expect(cancellationTerms(late).lastDay).toBe('2026-11-24')
    expect(cancellationTerms({ ...late, eventStartsAt: new Date('2027-08-03T18:30:00Z') }).lastDay).toBe('2027-03-05')
  })

  test('may get more time from the producer, never less', () => {
    expect(cancellationTerms({ ...purchase, producerDays: 1 }).lastDay).toBe('2026-12-02')
    expect(cancellationTerms({ ...purchase, producerDays: 60 }).lastDay).toBe('2026-11-19')
    expect(
      cancellationTerms({ ...purchase, boughtAt: new Date('2026-12-01T10:00:00Z'), producerDays: 5 }).lastDay,
    ).toBeNull()
    const sameDay = { ...purchase, producerDays: 0 }
    expect(mayCancel(sameDay, new Date('2026-12-03T18:29:00Z'))).toBe(true)
    expect(mayCancel(sameDay, new Date('2026-12-03T18:30:00Z'))).toBe(false)
  })
})

describe('an event that was moved', () => {
  const bought = {
    boughtAt: new Date('2026-11-05T10:00:00Z'),
    eventStartsAt: new Date('2026-12-10T18:30:00Z'),
    timeZone,
    postponedAt: new Date('2026-12-01T10:00:00Z'),
  }

  test('may be cancelled until it starts by those who bought before the move', () => {
    expect(cancellationTerms({ ...bought, total: 240_00 })).toEqual({ lastDay: '2026-12-10', fee: 0 })
    expect(mayCancel(bought, new Date('2026-12-10T18:29:00Z'))).toBe(true)
    expect(mayCancel(bought, new Date('2026-12-10T18:30:00Z'))).toBe(false)
  })

  test('follows the law for those who bought after the move', () => {
    const later = { ...bought, boughtAt: new Date('2026-12-02T10:00:00Z') }
    expect(lastCancellationDay(later)).toBeNull()
  })

  test.each([
    ['2026-12-03T18:30:00Z', '2026-12-03T19:29:00Z', false],
    ['2026-12-03T18:30:00Z', '2026-12-03T19:30:00Z', true],
    ['2026-12-03T18:30:00Z', '2026-12-03T17:30:00Z', true],
    ['2026-12-03T21:45:00Z', '2026-12-03T22:15:00Z', true],
  ])('from %s to %s is another time: %s', (before, after, moved) => {
    expect(isPostponement(new Date(before), new Date(after), timeZone)).toBe(moved)
  })
})

describe('calendar days', () => {
  test('are counted in the event’s time zone, not in UTC', () => {
    expect(dayIn(timeZone, new Date('2026-12-03T21:59:00Z'))).toBe('2026-12-03')
    expect(dayIn(timeZone, new Date('2026-12-03T22:00:00Z'))).toBe('2026-12-04')
    expect(dayIn(timeZone, new Date('2026-07-03T21:00:00Z'))).toBe('2026-07-04')
  })

  test('adding months ends on the last day of a shorter month', () => {
    expect(addMonths('2026-10-31', 4)).toBe('2027-02-28')
    expect(addMonths('2027-10-31', 4)).toBe('2028-02-29')
    expect(addMonths('2026-11-05', 4)).toBe('2027-03-05')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })
})
