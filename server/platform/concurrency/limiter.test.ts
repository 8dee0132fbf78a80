import { isRefusal } from '@kartis/domain/refusal.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createHolderLimit, createInTurn, createLimiter } from './limiter.ts'

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

describe('a limit of holders', () => {
  it('refuses the call of a holder above its number, not those of others, and takes his next ones afterwards', async () => {
    const limit = createHolderLimit(2)
    const call = (holder: string) => limit(holder, async () => (await sleep(2), holder))
    const results = await Promise.all(['a', 'a', 'a', 'b'].map(call))
    expect(results.map((result) => (isRefusal(result) ? result.refusal : result))).toEqual([
      'a',
      'a',
      'too_many_requests',
      'b',
    ])
    await expect(limit('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
    expect(await Promise.all([call('a'), call('a')])).toEqual(['a', 'a'])
  })
})

describe('work in turn', () => {
  it('begins when the earlier work of its key has ended, even where that failed, and beside that of other keys', async () => {
    const inTurn = createInTurn()
    const log: string[] = []
    const work = (name: string) => async () => {
      log.push(`${name} begins`)
      await sleep(3)
      log.push(`${name} ends`)
      if (name === 'a1') throw new Error('lost')
    }
    await Promise.allSettled([inTurn('a', work('a1')), inTurn('a', work('a2')), inTurn('b', work('b1'))])
    expect(log.indexOf('a2 begins')).toBe(log.indexOf('a1 ends') + 1)
    expect(log.indexOf('b1 begins')).toBeLessThan(log.indexOf('a1 ends'))
  })
})
