import { describe, expect, it } from 'vitest'
import { callsFor, openingPlan, openingWrong, usualOpening } from './seat-changes.ts'

const ZONE = 'Asia/Jerusalem'

describe('a change of chosen places', () => {
  it('is one call, and one for each ten thousand places of a stadium', () => {
    const uuids = Array.from({ length: 25_001 }, (_, seat) => `seat ${seat}`)
    expect(callsFor(uuids.slice(0, 3), { for_sale: false })).toEqual([
      { seat_uuids: ['seat 0', 'seat 1', 'seat 2'], for_sale: false },
    ])
    const calls = callsFor(uuids, { channel: 'house' })
    expect(calls.map(({ seat_uuids: seats = [] }) => seats.length)).toEqual([10_000, 10_000, 5001])
    expect(calls.flatMap(({ seat_uuids: seats = [] }) => seats)).toEqual(uuids)
    expect(calls.every(({ channel }) => channel === 'house')).toBe(true)
  })
})

describe('the opening of chosen places', () => {
  const standings = ['free', 'blocked', 'house', 'free', 'box_office'] as const

  it('is that of the places that nobody can buy yet; the others are counted and left', () => {
    expect(openingPlan(standings, [0, 1, 2, 4])).toEqual({ places: [1, 2, 4], blocksFirst: false, left: 1 })
  })

  it('blocks places that all are on sale until then', () => {
    expect(openingPlan(standings, [0, 3])).toEqual({ places: [0, 3], blocksFirst: true, left: 0 })
  })

  it('is proposed for ten in the morning of the next day in the zone of the event, unless the event is over by then', () => {
    const now = new Date('2026-12-16T23:30:00Z')
    expect(usualOpening(ZONE, now, '2026-12-20T20:00:00Z')).toBe('2026-12-18T10:00')
    expect(usualOpening(ZONE, now, '2026-12-18T07:00:00Z')).toBe('')
  })

  it('lies ahead and before the end of the event', () => {
    const now = new Date('2026-12-16T08:00:00Z')
    const wrong = (at: string | undefined) => openingWrong(at, now, '2026-12-20T20:00:00.000Z')
    expect(wrong(undefined)).toBe('required')
    expect(wrong('2026-12-16T08:00:00.000Z')).toBe('must_be_future')
    expect(wrong('2026-12-16T08:01:00.000Z')).toBeUndefined()
    expect(wrong('2026-12-20T20:00:00.000Z')).toBe('after_event_end')
  })
})
