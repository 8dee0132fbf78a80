import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createCache } from './cache.ts'

describe('cache', () => {
  it('loads once for a thousand concurrent callers, and again after its TTL', async () => {
    const cache = createCache<number>({ ttlMs: 30, max: 10 })
    let loads = 0
    const load = async () => {
      await sleep(5)
      return ++loads
    }
    const values = await Promise.all(Array.from({ length: 1000 }, () => cache.getOrLoad('a', load)))
    expect(new Set(values)).toEqual(new Set([1]))
    await sleep(40)
    expect(await cache.getOrLoad('a', load)).toBe(2)
  })

  it('counts the TTL from the start of the load, so that a slow value is not kept longer', async () => {
    const cache = createCache<number>({ ttlMs: 20, max: 10 })
    let loads = 0
    const slow = async () => {
      const load = ++loads
      await sleep(30)
      return load
    }
    await cache.getOrLoad('a', slow)
    expect(await cache.getOrLoad('a', slow)).toBe(2)
  })

  it('keeps each value for its own TTL, where values have one', async () => {
    let at = 1000
    const cache = createCache<number>({ ttlMs: 500, ttlOf: (value) => value * 100, max: 10, now: () => at })
    const load = (value: number) => () => cache.getOrLoad('a', async () => value)
    expect(await load(1)()).toBe(1)
    at = 1099
    expect(await load(3)()).toBe(1)
    at = 1101
    expect(await load(3)()).toBe(3)
    at = 1400
    expect(await load(1)()).toBe(3)
  })

  it('keeps a value for so many times what its load took, where that is longer than its TTL', async () => {
    let at = 0
    const cache = createCache<number>({ ttlMs: 2000, timesLoad: 20, max: 10, now: () => at })
    let loads = 0
    const load = (ms: number) => async () => {
      at += ms
      return ++loads
    }
    expect(await cache.getOrLoad('slow', load(200))).toBe(1)
    at = 3999
    expect(await cache.getOrLoad('slow', load(200))).toBe(1)
    at = 60_000
    expect(await cache.getOrLoad('slow', load(1))).toBe(2)
    at = 62_001
    expect(await cache.getOrLoad('slow', load(1))).toBe(3)
  })

  it('does not keep a failure or a value that is not cacheable', async () => {
    const cache = createCache<number | undefined>({ ttlMs: 1000, max: 10, isCacheable: (value) => (value ?? 0) > 0 })
    await expect(cache.getOrLoad('a', () => Promise.reject(new Error('unreachable')))).rejects.toThrow('unreachable')
    expect(await cache.getOrLoad('a', async () => undefined)).toBeUndefined()
    expect(await cache.getOrLoad('a', async () => -1)).toBe(-1)
    expect(await cache.getOrLoad('a', async () => 5)).toBe(5)
    expect(await cache.getOrLoad('a', async () => 6)).toBe(5)
  })

  it('never holds more than its maximum', async () => {
    const cache = createCache<number>({ ttlMs: 1000, max: 3 })
    for (let number = 0; number < 50; number++) await cache.getOrLoad(String(number), async () => number)
    expect(cache.size()).toBe(3)
    expect(await cache.getOrLoad('49', async () => 0)).toBe(49)
    expect(await cache.getOrLoad('1', async () => 100)).toBe(100)
  })

  it('answers every caller when more keys than its maximum load at once', async () => {
    const cache = createCache<number>({ ttlMs: 1000, max: 3 })
    const load = (number: number) => cache.getOrLoad(String(number), async () => (await sleep(5), number))
    const numbers = Array.from({ length: 20 }, (_, number) => number)
    expect(await Promise.all(numbers.map(load))).toEqual(numbers)
    expect(cache.size()).toBe(3)
  })

  it('with a TTL of 0 shares a load among concurrent callers and keeps nothing', async () => {
    const cache = createCache<number>({ ttlMs: 0, max: 3 })
    let loads = 0
    const load = async () => {
      await sleep(5)
      return ++loads
    }
    expect(await Promise.all([cache.getOrLoad('a', load), cache.getOrLoad('a', load)])).toEqual([1, 1])
    expect(await cache.getOrLoad('a', load)).toBe(2)
  })

  it('measures the TTL by the clock that it is given', async () => {
    let now = 10_000
    const cache = createCache<number>({ ttlMs: 5000, max: 3, now: () => now })
    expect(await cache.getOrLoad('a', async () => 1)).toBe(1)
    now = 14_999
    expect(await cache.getOrLoad('a', async () => 2)).toBe(1)
    now = 15_001
    expect(await cache.getOrLoad('a', async () => 3)).toBe(3)
  })

  it('loads again after a delete, also when the delete comes during a load', async () => {
    const cache = createCache<number>({ ttlMs: 1000, max: 3 })
    const first = cache.getOrLoad('a', async () => (await sleep(5), 1))
    cache.delete('a')
    expect(await cache.getOrLoad('a', async () => 2)).toBe(2)
    expect(await first).toBe(1)
    expect(await cache.getOrLoad('a', async () => 3)).toBe(2)
  })
})
