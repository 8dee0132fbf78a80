import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WAITING_ROOM } from './limits.ts'
import {
  admit,
  admittedLastMinute,
  chanceOf,
  estimateWait,
  expectedPace,
  isAllHeld,
  isSoldOut,
  keptFrom,
  type Mark,
  measuredPace,
  needsPass,
  nextPoll,
  nextRoomState,
  phaseOfRoom,
  placeInLine,
  pollingFor,
  ticketsReach,
  withMark,
} from './waiting-room.ts'

const NOW = new Date('2026-12-01T18:00:00Z')
const inSeconds = (count: number): Date => new Date(NOW.getTime() + count * 1000)
const second = Math.floor(NOW.getTime() / 1000)
const quiet = { arrivalsPerSecond: 0, threshold: 10, waiting: 0, calmSince: null }
const automatic = { mode: 'automatic', opensAt: null } as const

describe('what one meets at the door', () => {
  it('is nothing where the producer has switched the room off', () => {
    expect(phaseOfRoom({ mode: 'off', opensAt: inSeconds(60) }, 'open', NOW)).toBe('off')
    expect(needsPass('off')).toBe(false)
  })

  it('is nothing while an automatic room only watches', () => {
    expect(phaseOfRoom(automatic, 'idle', NOW)).toBe('watching')
    expect(needsPass('watching')).toBe(false)
  })

  it('is a closed gate before the opening, first without and then with a lobby', () => {
    const times = { mode: 'on', opensAt: inSeconds(7200) } as const
    expect(phaseOfRoom(times, 'idle', NOW)).toBe('early')
    expect(phaseOfRoom(times, 'lobby', NOW)).toBe('lobby')
    expect(needsPass('early') && needsPass('lobby')).toBe(true)
  })
})

describe('a room opens and closes', () => {
  it('by itself when as many come in a second as the producer has set, and not below', () => {
    expect(nextRoomState(automatic, 'idle', { ...quiet, arrivalsPerSecond: 9.9 }, NOW)).toBe('idle')
    expect(nextRoomState(automatic, 'idle', { ...quiet, arrivalsPerSecond: 10 }, NOW)).toBe('open')
  })

  it('by itself again only when it has been calm for a while', () => {
    const calm = (ago: number) => ({ ...quiet, calmSince: inSeconds(-ago) })
    expect(nextRoomState(automatic, 'open', quiet, NOW)).toBe('open')
    expect(nextRoomState(automatic, 'open', calm(WAITING_ROOM.calmSeconds - 1), NOW)).toBe('open')
    expect(nextRoomState(automatic, 'open', calm(WAITING_ROOM.calmSeconds), NOW)).toBe('idle')
    expect(nextRoomState(automatic, 'open', { ...calm(999), waiting: 1 }, NOW)).toBe('open')
  })

  it('stays open while the switch is on, and closes at once when it is off', () => {
    const calm = { ...quiet, calmSince: inSeconds(-9999) }
    expect(nextRoomState({ mode: 'on', opensAt: null }, 'idle', quiet, NOW)).toBe('open')
    expect(nextRoomState({ mode: 'on', opensAt: null }, 'open', calm, NOW)).toBe('open')
    expect(nextRoomState({ mode: 'off', opensAt: null }, 'open', quiet, NOW)).toBe('idle')
  })

  it('has a lobby for the last hour before a sale, and then lets in', () => {
    const sale = (at: number) => ({ mode: 'automatic', opensAt: inSeconds(at) }) as const
    expect(nextRoomState(sale(3601), 'idle', quiet, NOW)).toBe('idle')
    expect(nextRoomState(sale(3600), 'idle', quiet, NOW)).toBe('lobby')
    expect(nextRoomState(sale(0), 'lobby', quiet, NOW)).toBe('open')
  })
})

describe('places in line', () => {
  it('are drawn for those who came before the opening and in order for those who came after', () => {
    const draw = { size: 20, seed: '0123456789abcdef0123456789abcdef' }
    const early = Array.from({ length: 20 }, (_, index) => placeInLine(index + 1, draw))
    expect(early.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, place) => place))
    expect(early).not.toEqual(early.toSorted((a, b) => a - b))
    expect([21, 22, 23].map((number) => placeInLine(number, draw))).toEqual([20, 21, 22])
  })
})

const open = {
  steering: { mostInside: 10, pace: null, paused: false },
  heads: { choosing: 0, buying: 0, called: 0, returned: 0 },
  stock: { left: 1000, held: 0 },
  waiting: 100,
  credit: 0,
  elapsed: 1,
} as const

describe('who may come in now', () => {
  it('is as many as there is space for inside', () => {
    expect(admit(open).next).toBe(10)
    expect(admit({ ...open, heads: { choosing: 3, buying: 4, called: 1, returned: 0 } }).next).toBe(2)
    expect(admit({ ...open, heads: { choosing: 30, buying: 4, called: 1, returned: 5 } })).toMatchObject({
      next: 0,
      returned: 0,
    })
  })

  it('is first whoever was called before and came too late', () => {
    expect(admit({ ...open, heads: { ...open.heads, choosing: 7, returned: 2 } })).toMatchObject({
      returned: 2,
      next: 1,
    })
  })

  it('is never more than tickets that nobody inside is choosing from', () => {
    expect(
      admit({ ...open, stock: { left: 4, held: 90 }, heads: { ...open.heads, choosing: 1, called: 1 } }).next,
    ).toBe(2)
    expect(admit({ ...open, stock: { left: 0, held: 90 } }).next).toBe(0)
  })

  it('is nobody while the producer pauses, and nothing is saved up for later', () => {
    const paused = { ...open, steering: { mostInside: 10, pace: 600, paused: true } }
    expect(admit({ ...paused, credit: 40 })).toEqual({ returned: 0, next: 0, credit: 0, byPace: false })
  })

  it('keeps to the producer’s people a minute, second by second', () => {
    let credit = 0
    let let_in = 0
    for (let tick = 0; tick < 60; tick++) {
      const door = { ...open, steering: { mostInside: 1000, pace: 30, paused: false }, credit }
      const done = admit(door)
      credit = done.credit
      let_in += done.next
      expect(done.byPace).toBe(true)
    }
    expect(let_in).toBeGreaterThanOrEqual(29)
    expect(let_in).toBeLessThanOrEqual(30)
  })
})

interface Person {
  readonly place: number
  /** Seconds after the call at which he comes; more than a minute: too late. */
  readonly delay: number
  readonly stays: number
  calledAt: number
  enteredAt: number
  knocks: boolean
}

/** A whole evening, second by second: people are called, come or come late, stay and go. */
const evening = (people: Person[], mostInside: number, pace: number | null) => {
  let admitted = 0
  let credit = 0
  let mostSeen = 0
  const entries = new Map<number, number>()
  for (let now = 0; now < 40_000 && entries.size < people.length; now++) {
    const isInside = (one: Person) => one.enteredAt >= 0 && now < one.enteredAt + one.stays
    const isCalled = (one: Person) => one.calledAt >= 0 && one.enteredAt < 0 && now <= one.calledAt + 60
    const absent = people.filter((one) => one.calledAt >= 0 && one.enteredAt < 0 && !isCalled(one))
    for (const one of absent) one.knocks = now >= one.calledAt + one.delay
    const inside = people.filter(isInside).length
    const heads = {
      choosing: inside,
      buying: 0,
      called: people.filter(isCalled).length,
      returned: absent.filter((one) => one.knocks).length,
    }
    const done = admit({
      steering: { mostInside, pace, paused: false },
      heads,
      stock: { left: 100_000, held: 0 },
      waiting: people.length - admitted,
      credit,
      elapsed: 1,
    })
    credit = done.credit
    for (const one of absent.filter((each) => each.knocks).slice(0, done.returned)) one.calledAt = now
    for (const one of people) if (one.place >= admitted && one.place < admitted + done.next) one.calledAt = now
    admitted += done.next
    for (const one of people)
      if (isCalled(one) && (one.knocks || now >= one.calledAt + one.delay)) {
        one.enteredAt = now
        entries.set(one.place, (entries.get(one.place) ?? 0) + 1)
      }
    mostSeen = Math.max(mostSeen, people.filter((one) => isInside(one) || isCalled(one)).length)
  }
  return { entries, mostSeen }
}

describe('an evening at the door, whoever comes and however long they stay', () => {
  const anybody = fc.record({
    delay: fc.oneof(fc.constant(0), fc.integer({ max: 200, min: 0 })),
    stays: fc.integer({ min: 1, max: 120 }),
  })
  it('lets everybody in, nobody twice, and never more at once than there is space for', () => {
    fc.assert(
      fc.property(
        fc.array(anybody, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.option(fc.integer({ min: 10, max: 600 })),
        (crowd, mostInside, pace) => {
          const people = crowd.map((one, place) => ({ ...one, place, calledAt: -1, enteredAt: -1, knocks: false }))
          const { entries, mostSeen } = evening(people, mostInside, pace)
          expect([...entries.keys()].toSorted((a, b) => a - b)).toEqual(people.map(({ place }) => place))
          expect([...entries.values()].every((times) => times === 1)).toBe(true)
          expect(mostSeen).toBeLessThanOrEqual(mostInside)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('the measured pace', () => {
  const marks: Mark[] = [
    [second - 120, 10, 0],
    [second - 70, 40, 20],
    [second - 30, 60, 35],
  ]

  it('is people who have bought or left in a minute, as far back as five minutes', () => {
    expect(measuredPace(marks, 50, NOW)).toBe(25)
    expect(measuredPace([[second - 9999, 0, 0], ...marks], 50, NOW)).toBe(25)
  })

  it('is not told before there is enough to measure', () => {
    expect(measuredPace([], 50, NOW)).toBeNull()
    expect(measuredPace([[second - 10, 0, 0]], 50, NOW)).toBeNull()
    expect(measuredPace(marks, 2, NOW)).toBeNull()
  })

  it('keeps a mark every five seconds and forgets the old ones', () => {
    expect(withMark(marks, [second - 26, 61, 36])).toHaveLength(3)
    expect(withMark(marks, [second, 61, 36])).toHaveLength(4)
    expect(withMark(marks, [second + 190, 61, 36])).toHaveLength(3)
  })

  it('keeps a called place free for a minute', () => {
    expect(keptFrom(marks, NOW)).toBe(40)
    expect(keptFrom([[second - 59, 5, 0]], NOW)).toBe(0)
    expect(admittedLastMinute(marks, 75, NOW)).toBe(35)
  })

  it('is the producer’s own where that is what people wait for, and nothing while he pauses', () => {
    const steering = { mostInside: 10, pace: 30, paused: false }
    expect(expectedPace(steering, true, null)).toBe(30)
    expect(expectedPace(steering, false, 12)).toBe(12)
    expect(expectedPace(steering, false, 80)).toBe(30)
    expect(expectedPace({ ...steering, pace: null }, false, 12)).toBe(12)
    expect(expectedPace({ ...steering, paused: true }, true, 12)).toBeNull()
  })
})

describe('what those who wait are told', () => {
  it('is a range of minutes in which the turn really falls, when others leave as fast as was measured', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.double({ min: 0.5, max: 3000, noNaN: true }),
        (ahead, pace) => {
          const wait = estimateWait(ahead, pace)
          const turn = (ahead + 1) / pace
          expect(wait).not.toBeNull()
          expect(turn).toBeGreaterThanOrEqual(wait?.fromMinutes ?? Infinity)
          expect(turn).toBeLessThanOrEqual(wait?.toMinutes ?? 0)
        },
      ),
    )
  })

  it('is no time at all while nobody can know it', () => {
    expect(estimateWait(3, null)).toBeNull()
    expect(estimateWait(3, 0)).toBeNull()
  })

  it('says how likely there will be tickets, by what is left and what people take', () => {
    const heads = { choosing: 10, buying: 40, called: 0, returned: 0 }
    const reach = ticketsReach(500, heads, { left: 420, held: 80 }, 2)
    expect(reach).toEqual({ likelyUntil: 650, unlikelyFrom: 800 })
    expect([510, 700, 900].map((place) => chanceOf(place, reach))).toEqual(['likely', 'uncertain', 'unlikely'])
  })

  it('never promises to more people than there are tickets for, whatever is left', () => {
    const figures = fc.record({
      left: fc.nat(5000),
      held: fc.nat(500),
      choosing: fc.nat(300),
      perBuyer: fc.double({ min: 1, max: 8, noNaN: true }),
    })
    fc.assert(
      fc.property(figures, ({ left, held, choosing, perBuyer }) => {
        const heads = { choosing, buying: 0, called: 0, returned: 0 }
        const { likelyUntil } = ticketsReach(100, heads, { left, held }, perBuyer)
        expect((likelyUntil - 100 + choosing) * perBuyer).toBeLessThanOrEqual(
          Math.max(left, choosing * perBuyer) + 1e-6,
        )
      }),
    )
  })

  it('tells apart what is sold from what lies in baskets and may come back', () => {
    expect([isSoldOut({ left: 0, held: 0 }), isAllHeld({ left: 0, held: 0 })]).toEqual([true, false])
    expect([isSoldOut({ left: 0, held: 3 }), isAllHeld({ left: 0, held: 3 })]).toEqual([false, true])
  })

  it('is asked for often near the door and seldom far back, so that ten thousand are cheap', () => {
    const polling = pollingFor(10_000)
    const asks = Array.from({ length: 10_000 }, (_, ahead) => 1 / nextPoll(ahead, 100, polling))
    expect(asks.reduce((sum, one) => sum + one, 0)).toBeLessThan(1000)
    expect(nextPoll(0, 100, polling)).toBe(polling.near)
    expect(nextPoll(9000, 100, polling)).toBe(polling.far)
    // Right after the opening nobody knows how fast the line moves: those near the door ask as often as in a quick line.
    expect(nextPoll(300, null, polling)).toBe(polling.near)
    expect(
      Array.from({ length: 10_000 }, (_, ahead) => 1 / nextPoll(ahead, null, polling)).reduce((a, b) => a + b),
    ).toBeLessThan(900)
  })
})
