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
  claimableFrom,
  type QueueSample,
  measuredPace,
  needsPass,
  nextPoll,
  nextWaitingRoomState,
  waitingRoomPhase,
  placeInLine,
  pollingFor,
  ticketsReach,
  withSample,
} from './waiting-room.ts'

const NOW = new Date('2026-12-01T18:00:00Z')
const inSeconds = (count: number): Date => new Date(NOW.getTime() + count * 1000)
const second = Math.floor(NOW.getTime() / 1000)
const quiet = { arrivalsPerSecond: 0, threshold: 10, waiting: 0, calmSince: null }
const automatic = { mode: 'automatic', opensAt: null } as const

describe('waitingRoomPhase', () => {
  it('is off when the producer has switched the waiting room off', () => {
    expect(waitingRoomPhase({ mode: 'off', opensAt: inSeconds(60) }, 'open', NOW)).toBe('off')
    expect(needsPass('off')).toBe(false)
  })

  it('is watching while an automatic waiting room only measures arrivals', () => {
    expect(waitingRoomPhase(automatic, 'idle', NOW)).toBe('watching')
    expect(needsPass('watching')).toBe(false)
  })

  it('is early and then lobby before the opening, and both need a pass', () => {
    const times = { mode: 'on', opensAt: inSeconds(7200) } as const
    expect(waitingRoomPhase(times, 'idle', NOW)).toBe('early')
    expect(waitingRoomPhase(times, 'lobby', NOW)).toBe('lobby')
    expect(needsPass('early') && needsPass('lobby')).toBe(true)
  })
})

describe('a waiting room', () => {
  it('opens by itself at the threshold of arrivals per second, not below', () => {
    expect(nextWaitingRoomState(automatic, 'idle', { ...quiet, arrivalsPerSecond: 9.9 }, NOW)).toBe('idle')
    expect(nextWaitingRoomState(automatic, 'idle', { ...quiet, arrivalsPerSecond: 10 }, NOW)).toBe('open')
  })

  it('closes by itself only after it has been calm for a while', () => {
    const calm = (ago: number) => ({ ...quiet, calmSince: inSeconds(-ago) })
    expect(nextWaitingRoomState(automatic, 'open', quiet, NOW)).toBe('open')
    expect(nextWaitingRoomState(automatic, 'open', calm(WAITING_ROOM.calmSeconds - 1), NOW)).toBe('open')
    expect(nextWaitingRoomState(automatic, 'open', calm(WAITING_ROOM.calmSeconds), NOW)).toBe('idle')
    expect(nextWaitingRoomState(automatic, 'open', { ...calm(999), waiting: 1 }, NOW)).toBe('open')
  })

  it('stays open while the switch is on, and closes at once when it is off', () => {
    const calm = { ...quiet, calmSince: inSeconds(-9999) }
    expect(nextWaitingRoomState({ mode: 'on', opensAt: null }, 'idle', quiet, NOW)).toBe('open')
    expect(nextWaitingRoomState({ mode: 'on', opensAt: null }, 'open', calm, NOW)).toBe('open')
    expect(nextWaitingRoomState({ mode: 'off', opensAt: null }, 'open', quiet, NOW)).toBe('idle')
  })

  it('has a lobby for the last hour before a sale, and then lets in', () => {
    const sale = (at: number) => ({ mode: 'automatic', opensAt: inSeconds(at) }) as const
    expect(nextWaitingRoomState(sale(3601), 'idle', quiet, NOW)).toBe('idle')
    expect(nextWaitingRoomState(sale(3600), 'idle', quiet, NOW)).toBe('lobby')
    expect(nextWaitingRoomState(sale(0), 'lobby', quiet, NOW)).toBe('open')
  })
})

describe('places in line', () => {
  it('are assigned by lottery before the opening and in order of arrival after it', () => {
    const lottery = { size: 20, seed: '0123456789abcdef0123456789abcdef' }
    const early = Array.from({ length: 20 }, (_, index) => placeInLine(index + 1, lottery))
    expect(early.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, place) => place))
    expect(early).not.toEqual(early.toSorted((a, b) => a - b))
    expect([21, 22, 23].map((number) => placeInLine(number, lottery))).toEqual([20, 21, 22])
  })
})

const open = {
  steering: { maxInside: 10, pace: null, paused: false },
  heads: { choosing: 0, buying: 0, called: 0, returned: 0 },
  stock: { left: 1000, held: 0 },
  waiting: 100,
  credit: 0,
  elapsed: 1,
} as const

describe('admit', () => {
  it('admits as many as there is space for', () => {
    expect(admit(open).next).toBe(10)
    expect(admit({ ...open, heads: { choosing: 3, buying: 4, called: 1, returned: 0 } }).next).toBe(2)
    expect(admit({ ...open, heads: { choosing: 30, buying: 4, called: 1, returned: 5 } })).toMatchObject({
      next: 0,
      returned: 0,
    })
  })

  it('admits those who missed their minute first', () => {
    expect(admit({ ...open, heads: { ...open.heads, choosing: 7, returned: 2 } })).toMatchObject({
      returned: 2,
      next: 1,
    })
  })

  it('never admits more than the tickets that nobody inside is choosing from', () => {
    expect(
      admit({ ...open, stock: { left: 4, held: 90 }, heads: { ...open.heads, choosing: 1, called: 1 } }).next,
    ).toBe(2)
    expect(admit({ ...open, stock: { left: 0, held: 90 } }).next).toBe(0)
  })

  it('admits nobody while paused, and saves no credit', () => {
    const paused = { ...open, steering: { maxInside: 10, pace: 600, paused: true } }
    expect(admit({ ...paused, credit: 40 })).toEqual({ returned: 0, next: 0, credit: 0, byPace: false })
  })

  it('keeps to the producer’s people per minute, second by second', () => {
    let credit = 0
    let admitted = 0
    for (let tick = 0; tick < 60; tick++) {
      const input = { ...open, steering: { maxInside: 1000, pace: 30, paused: false }, credit }
      const done = admit(input)
      credit = done.credit
      admitted += done.next
      expect(done.byPace).toBe(true)
    }
    expect(admitted).toBeGreaterThanOrEqual(29)
    expect(admitted).toBeLessThanOrEqual(30)
  })
})

interface Person {
  readonly place: number
  /** Seconds between admission and arrival; more than a minute is too late. */
  readonly delay: number
  readonly stays: number
  calledAt: number
  enteredAt: number
  isBack: boolean
}

/** Simulates a sale second by second: people are admitted, enter in time or late, stay and leave. */
const simulateSale = (people: Person[], maxInside: number, pace: number | null) => {
  let admitted = 0
  let credit = 0
  let maxSeen = 0
  const entries = new Map<number, number>()
  for (let now = 0; now < 40_000 && entries.size < people.length; now++) {
    const isInside = (person: Person) => person.enteredAt >= 0 && now < person.enteredAt + person.stays
    const isCalled = (person: Person) => person.calledAt >= 0 && person.enteredAt < 0 && now <= person.calledAt + 60
    const absent = people.filter((person) => person.calledAt >= 0 && person.enteredAt < 0 && !isCalled(person))
    for (const person of absent) person.isBack = now >= person.calledAt + person.delay
    const inside = people.filter(isInside).length
    const heads = {
      choosing: inside,
      buying: 0,
      called: people.filter(isCalled).length,
      returned: absent.filter((person) => person.isBack).length,
    }
    const done = admit({
      steering: { maxInside, pace, paused: false },
      heads,
      stock: { left: 100_000, held: 0 },
      waiting: people.length - admitted,
      credit,
      elapsed: 1,
    })
    credit = done.credit
    for (const person of absent.filter((each) => each.isBack).slice(0, done.returned)) person.calledAt = now
    for (const person of people)
      if (person.place >= admitted && person.place < admitted + done.next) person.calledAt = now
    admitted += done.next
    for (const person of people)
      if (isCalled(person) && (person.isBack || now >= person.calledAt + person.delay)) {
        person.enteredAt = now
        entries.set(person.place, (entries.get(person.place) ?? 0) + 1)
      }
    maxSeen = Math.max(maxSeen, people.filter((person) => isInside(person) || isCalled(person)).length)
  }
  return { entries, maxSeen }
}

describe('a simulated sale', () => {
  const arrivals = fc.record({
    delay: fc.oneof(fc.constant(0), fc.integer({ max: 200, min: 0 })),
    stays: fc.integer({ min: 1, max: 120 }),
  })
  it('admits everybody once and never more at once than there is space for', () => {
    fc.assert(
      fc.property(
        fc.array(arrivals, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.option(fc.integer({ min: 10, max: 600 })),
        (arrived, maxInside, pace) => {
          const people = arrived.map((person, place) => ({
            ...person,
            place,
            calledAt: -1,
            enteredAt: -1,
            isBack: false,
          }))
          const { entries, maxSeen } = simulateSale(people, maxInside, pace)
          expect([...entries.keys()].toSorted((a, b) => a - b)).toEqual(people.map(({ place }) => place))
          expect([...entries.values()].every((times) => times === 1)).toBe(true)
          expect(maxSeen).toBeLessThanOrEqual(maxInside)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('the measured pace', () => {
  const samples: QueueSample[] = [
    [second - 120, 10, 0],
    [second - 70, 40, 20],
    [second - 30, 60, 35],
  ]

  it('is the people per minute who bought or left during the last five minutes', () => {
    expect(measuredPace(samples, 50, NOW)).toBe(25)
    expect(measuredPace([[second - 9999, 0, 0], ...samples], 50, NOW)).toBe(25)
  })

  it('is unknown until there is enough to measure', () => {
    expect(measuredPace([], 50, NOW)).toBeNull()
    expect(measuredPace([[second - 10, 0, 0]], 50, NOW)).toBeNull()
    expect(measuredPace(samples, 2, NOW)).toBeNull()
  })

  it('is sampled every five seconds, and old samples are dropped', () => {
    expect(withSample(samples, [second - 26, 61, 36])).toHaveLength(3)
    expect(withSample(samples, [second, 61, 36])).toHaveLength(4)
    expect(withSample(samples, [second + 190, 61, 36])).toHaveLength(3)
  })

  it('keeps an admitted place claimable for a minute', () => {
    expect(claimableFrom(samples, NOW)).toBe(40)
    expect(claimableFrom([[second - 59, 5, 0]], NOW)).toBe(0)
    expect(admittedLastMinute(samples, 75, NOW)).toBe(35)
  })

  it('is the producer’s limit when that is the bottleneck, and unknown while paused', () => {
    const steering = { maxInside: 10, pace: 30, paused: false }
    expect(expectedPace(steering, true, null)).toBe(30)
    expect(expectedPace(steering, false, 12)).toBe(12)
    expect(expectedPace(steering, false, 80)).toBe(30)
    expect(expectedPace({ ...steering, pace: null }, false, 12)).toBe(12)
    expect(expectedPace({ ...steering, paused: true }, true, 12)).toBeNull()
  })
})

describe('the estimate shown to those who wait', () => {
  it('is a range that contains the turn when others leave at the measured pace', () => {
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

  it('is unknown while the pace is unknown', () => {
    expect(estimateWait(3, null)).toBeNull()
    expect(estimateWait(3, 0)).toBeNull()
  })

  it('tells how likely tickets are, from the remaining stock and the tickets per buyer', () => {
    const heads = { choosing: 10, buying: 40, called: 0, returned: 0 }
    const reach = ticketsReach(500, heads, { left: 420, held: 80 }, 2)
    expect(reach).toEqual({ likelyUntil: 650, unlikelyFrom: 800 })
    expect([510, 700, 900].map((place) => chanceOf(place, reach))).toEqual(['likely', 'uncertain', 'unlikely'])
  })

  it('never calls tickets likely for more people than the stock allows', () => {
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

  it('distinguishes sold tickets from reserved ones that may come back', () => {
    expect([isSoldOut({ left: 0, held: 0 }), isAllHeld({ left: 0, held: 0 })]).toEqual([true, false])
    expect([isSoldOut({ left: 0, held: 3 }), isAllHeld({ left: 0, held: 3 })]).toEqual([false, true])
  })

  it('is polled often near the front and seldom far back, so that 10,000 people cost under 1,000 requests per second', () => {
    const polling = pollingFor(10_000)
    const polls = Array.from({ length: 10_000 }, (_, ahead) => 1 / nextPoll(ahead, 100, polling))
    expect(polls.reduce((sum, rate) => sum + rate, 0)).toBeLessThan(1000)
    expect(nextPoll(0, 100, polling)).toBe(polling.near)
    expect(nextPoll(9000, 100, polling)).toBe(polling.far)
    // Right after the opening the pace is unknown: those near the front poll as often as in a fast queue.
    expect(nextPoll(300, null, polling)).toBe(polling.near)
    expect(
      Array.from({ length: 10_000 }, (_, ahead) => 1 / nextPoll(ahead, null, polling)).reduce((a, b) => a + b),
    ).toBeLessThan(900)
  })
})
