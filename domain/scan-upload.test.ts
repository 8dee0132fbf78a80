import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { correctTimes } from './scan-upload.ts'

const at = (time: string) => new Date(`2026-12-03T${time}Z`)
const HOUR = 3_600_000

describe('the times of uploaded scans', () => {
  test('lose what the clock of the device is off by, a day ahead or a day behind', () => {
    for (const off of [-24 * HOUR, 0, 24 * HOUR, 7 * 60_000]) {
      const shifted = (time: string) => new Date(at(time).getTime() + off)
      const corrected = correctTimes(
        [
          { seq: 1, at: shifted('18:00:00') },
          { seq: 2, at: shifted('18:05:00') },
        ],
        { sentAt: shifted('19:00:00'), receivedAt: at('19:00:00') },
      )
      expect(corrected).toEqual([
        { at: at('18:00:00'), flag: null, isFuture: false },
        { at: at('18:05:00'), flag: null, isFuture: false },
      ])
    }
  })

  test('are flagged where the clock was set back between two scans, and never lie in the future', () => {
    const corrected = correctTimes(
      [
        { seq: 3, at: at('18:01:00') },
        { seq: 1, at: at('18:30:00') },
        { seq: 2, at: at('19:30:00') },
      ],
      { sentAt: at('19:00:00'), receivedAt: at('19:00:00') },
    )
    expect(corrected.map(({ flag }) => flag)).toEqual(['jumped', null, 'ahead'])
    expect(corrected[2]?.at).toEqual(at('19:00:00'))
    expect(corrected.map(({ isFuture }) => isFuture)).toEqual([false, false, true])
  })

  test('lie in the future beyond what a network may set a clock by, also behind one that lies further', () => {
    const times = ['19:00:59', '19:01:01', '20:00:00', '19:30:00'].map((time, seq) => ({ seq, at: at(time) }))
    const corrected = correctTimes(times, { sentAt: at('19:00:00'), receivedAt: at('19:00:00') })
    expect(corrected.map(({ isFuture }) => isFuture)).toEqual([false, true, true, true])
    expect(corrected[3]?.flag).toBe('jumped')
  })

  test('stay in their order when the clock is steady', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1e6), { maxLength: 30 }), fc.integer({ min: -1e8, max: 1e8 }), (gaps, off) => {
        let now = 0
        const scans = gaps.map((gap, seq) => ({ seq, at: new Date((now += gap) + off) }))
        const corrected = correctTimes(scans, { sentAt: new Date(now + off), receivedAt: new Date(now) })
        expect(corrected.map((scan) => scan.at.getTime() + off)).toEqual(scans.map((scan) => scan.at.getTime()))
        expect(corrected.every(({ flag }) => flag === null)).toBe(true)
      }),
      { seed: 20_261_123, numRuns: 200 },
    )
  })
})
