import { describe, expect, it } from 'vitest'
import { createAdaptiveLimit } from './adaptive-limit.ts'

const SLOW_MS = 1000
const TICK_MS = 10
const DECIDE_MS = 100

interface Machine {
  /** Requests that it handles in a second, one after the other in order of arrival. */
  readonly perSecond: number
  readonly seconds: number
  /** Requests that arrive in a second, at a second of the run. */
  readonly arriving: (second: number) => number
  /** Further milliseconds that each waits for another machine. */
  readonly elsewhere?: number
}

/** Lets requests queue at a machine behind the limit. */
const simulate = ({ perSecond, seconds, arriving, elsewhere = 0 }: Machine) => {
  const limit = createAdaptiveLimit(2000, SLOW_MS)
  const queue: number[] = []
  const times: { at: number; ms: number }[] = []
  let refused = 0
  let [due, capacity] = [0, 0]
  for (let now = 0; now < seconds * 1000; now += TICK_MS) {
    for (due += (arriving(now / 1000) * TICK_MS) / 1000; due >= 1; due--) {
      if (queue.length < limit.value()) queue.push(now)
      else refused += 1
    }
    for (capacity += (perSecond * TICK_MS) / 1000; capacity >= 1; capacity--) {
      const began = queue.shift()
      if (began === undefined) continue
      const ms = now - began + elsewhere
      times.push({ at: now, ms })
      limit.ended(ms)
    }
    capacity = Math.min(capacity, 1)
    if (now % DECIDE_MS === 0) limit.decide(queue.length, now)
  }
  const sorted = times.map(({ ms }) => ms).toSorted((left, right) => left - right)
  return {
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    done: times.length / seconds,
    refused,
    limit: limit.value(),
    times,
  }
}

describe('a limit that follows the times of requests', () => {
  it.each([60, 100, 300, 1000])(
    'keeps them within a second at three times the capacity of %i a second for ten minutes, and the machine busy',
    (perSecond) => {
      const { p99, done, refused } = simulate({ perSecond, seconds: 600, arriving: () => perSecond * 3 })
      expect(p99).toBeLessThan(1000)
      expect(done).toBeGreaterThan(perSecond * 0.9)
      expect(refused).toBeGreaterThan(0)
    },
  )

  it('refuses nothing below the capacity', () => {
    expect(simulate({ perSecond: 300, seconds: 60, arriving: () => 285 }).refused).toBe(0)
  })

  it('refuses nothing of a burst that is over soon', () => {
    const { refused } = simulate({ perSecond: 1000, seconds: 10, arriving: (second) => (second < 0.2 ? 4000 : 100) })
    expect(refused).toBe(0)
  })

  it('is as wide as before within seconds of an overload', () => {
    const { times, limit } = simulate({
      perSecond: 200,
      seconds: 40,
      arriving: (second) => (second < 30 ? 600 : 100),
    })
    const later = times.filter(({ at }) => at > 32_000)
    expect(Math.max(...later.map(({ ms }) => ms))).toBeLessThan(50)
    expect(limit).toBe(2000)
  })

  it('never refuses the few requests of a slow machine', () => {
    expect(simulate({ perSecond: 4, seconds: 60, arriving: () => 3, elsewhere: 3000 }).refused).toBe(0)
  })

  it('does not change while too few requests end to decide', () => {
    const limit = createAdaptiveLimit(2000, SLOW_MS)
    for (let number = 0; number < 4; number++) limit.ended(5000)
    limit.decide(500, 1000)
    expect(limit.value()).toBe(2000)
    limit.ended(5000)
    limit.decide(500, 1100)
    expect(limit.value()).toBe(250)
  })
})
