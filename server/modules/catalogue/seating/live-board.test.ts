import { fromBase64, fromGaps } from '@kartis/seat-map/model/board.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LiveBoard } from './live-board.ts'

const SEATS = 9000
const board = (next = SEATS): LiveBoard =>
  new LiveBoard({ rev: '10', hash: 'h', stretches: [[0, next]], next, taken: [1] })

const change = (rev: number, taken: number[], freed: number[] = []) => ({ rev: String(rev), hash: 'h', taken, freed })

/** What a viewer sees who applied a reply to what it saw before. */
const applied = (seen: ReadonlySet<number>, live: LiveBoard, since: number | undefined): Set<number> => {
  const { bits, taken = [], freed = [] } = live.state(since, 0)
  if (bits !== undefined) {
    const bytes = fromBase64(bits)
    return new Set(
      Array.from({ length: SEATS }, (_, seat) => seat).filter((seat) => ((bytes[seat >> 3] ?? 0) >> (seat & 7)) & 1),
    )
  }
  const next = new Set(seen)
  for (const seat of fromGaps(taken)) next.delete(seat)
  for (const seat of fromGaps(freed)) next.add(seat)
  return next
}

describe('the live board of an event', () => {
  it('sends a large hall what changed since a revision, and nothing where nothing did', () => {
    const live = board()
    live.follow(change(11, [5, 3]), 0)
    live.follow(change(12, [900], [3]), 0)
    expect(live.state(10, 0)).toMatchObject({ rev: 12, taken: [5, 895], freed: [3] })
    expect(live.state(11, 0)).toMatchObject({ taken: [900], freed: [3] })
    expect(live.state(12, 0)).toMatchObject({ taken: [], freed: [] })
  })

  it('sends all seats to whoever comes without a revision, with one from before its time or from after a restart', () => {
    const live = board()
    live.follow(change(11, [5]), 0)
    for (const since of [undefined, 9, 12]) expect(live.state(since, 0)).not.toHaveProperty('taken')
  })

  it('sends all seats to whoever comes after more changes than it stores, as after ten minutes of a sale', () => {
    const live = board()
    for (let rev = 11; rev <= 1310; rev++) live.follow(change(rev, [rev]), 0)
    expect(live.state(10, 0)).not.toHaveProperty('taken')
    expect(live.state(1309, 0)).toMatchObject({ taken: [1310] })
    const everything = applied(new Set(), live, undefined)
    expect(applied(new Set([11, 12]), live, 10)).toEqual(everything)
    expect([everything.has(10), everything.has(11), everything.has(1310)]).toEqual([true, false, false])
  })

  it('always sends all seats of a hall below eight thousand', () => {
    expect(board(600).state(10, 0)).toMatchObject({ bits: expect.any(String) as string })
  })

  it('is of no use once the event has another map, and ignores a replica that lags behind', () => {
    const live = board()
    expect(live.follow({ ...change(11, []), hash: 'other' }, 0)).toBe(false)
    live.follow(change(12, [7]), 0)
    expect(live.follow(change(11, [], [7]), 0)).toBe(true)
    expect([live.rev, live.isFree(7)]).toEqual([12, false])
  })

  it('sends who comes with a revision of another server, between two looks of this one, also what changed and changed back', () => {
    const live = board()
    const other = board()
    other.follow(change(11, [7], [1]), 0)
    const seen = applied(new Set(), other, undefined)
    // This one looks only now: meanwhile seat 7 is free again, and seat 1 is taken again.
    live.follow(change(12, [1], [7]), 0)
    expect(live.state(10, 0)).toMatchObject({ taken: [], freed: [] })
    expect(applied(seen, live, other.rev)).toEqual(applied(new Set(), live, undefined))
  })

  it('is asked sooner while seats change', () => {
    const live = board()
    expect(live.state(10, 0).next_ms).toBe(2500)
    live.follow(change(11, [5]), 1000)
    expect([live.state(11, 2000).next_ms, live.state(11, 20_000).next_ms]).toEqual([900, 2500])
  })

  it('encodes a reply once for all who ask in step', () => {
    const live = board()
    live.follow(change(11, [5]), 0)
    expect(live.reply(10, 0)).toBe(live.reply(10, 0))
    expect(live.reply(3, 0)).toBe(live.reply(undefined, 0))
    const before = live.reply(10, 0)
    live.follow(change(12, [6]), 0)
    expect(live.reply(10, 0)).not.toBe(before)
  })

  it('shows every viewer the same seats, however often it polls', () => {
    const steps = fc.array(
      fc.record({
        taken: fc.uniqueArray(fc.integer({ min: 0, max: SEATS - 1 }), { maxLength: 20 }),
        freed: fc.uniqueArray(fc.integer({ min: 0, max: SEATS - 1 }), { maxLength: 20 }),
        polls: fc.boolean(),
      }),
      { minLength: 1, maxLength: 30 },
    )
    fc.assert(
      fc.property(steps, (all) => {
        const live = board()
        let [seen, since] = [applied(new Set(), live, undefined), live.rev]
        all.forEach(({ taken, freed, polls }, index) => {
          live.follow(
            change(
              11 + index,
              taken,
              freed.filter((seat) => !taken.includes(seat)),
            ),
            0,
          )
          if (polls) [seen, since] = [applied(seen, live, since), live.rev]
        })
        expect(applied(seen, live, since)).toEqual(applied(new Set(), live, undefined))
      }),
      { numRuns: 40 },
    )
  })
})
