import { isRefusal } from '@kartis/domain/refusal.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createLimiter } from './limiter.ts'

describe('a limiter', () => {
  it('runs so many works at once, and the others in the order of their calls', async () => {
    const limit = createLimiter({ running: 2, waiting: 10 })
    const started: number[] = []
    let running = 0
    let most = 0
    const results = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((number) =>
        limit(async () => {
          started.push(number)
          most = Math.max(most, ++running)
          await sleep(3)
          running--
          return number * 10
        }),
      ),
    )
    expect(results).toEqual([0, 10, 20, 30, 40, 50])
    expect(started).toEqual([0, 1, 2, 3, 4, 5])
    expect(most).toBe(2)
  })

  it('refuses those above its maximum, and takes others afterwards', async () => {
    const limit = createLimiter({ running: 1, waiting: 2 })
    const results = await Promise.all([1, 2, 3, 4].map((number) => limit(async () => (await sleep(2), number))))
    expect(results.slice(0, 3)).toEqual([1, 2, 3])
    expect(results.slice(3).map((result) => isRefusal(result) && result.refusal)).toEqual(['overloaded'])
    expect(await limit(async () => 5)).toBe(5)
  })

  it('gives the place of a work that failed to the next one', async () => {
    const limit = createLimiter({ running: 1, waiting: 5 })
    const failed = limit(() => Promise.reject(new Error('lost')))
    const next = limit(async () => 'next')
    await expect(failed).rejects.toThrow('lost')
    expect(await next).toBe('next')
    expect(await limit(async () => 'after')).toBe('after')
  })
})
