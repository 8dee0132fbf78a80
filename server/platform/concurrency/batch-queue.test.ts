import { isRefusal } from '@kartis/domain/refusal.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createBatchQueue } from './batch-queue.ts'

describe('batch queue', () => {
  it('puts requests that arrive during a batch into the next one, in their order', async () => {
    const batches: number[][] = []
    const queue = createBatchQueue<number, number>(async (_key, requests) => {
      batches.push([...requests])
      await sleep(5)
      return requests.map((request) => request * 10)
    })
    const first = queue.submit('event', 0)
    await sleep(2)
    const others = [1, 2, 3, 4].map((request) => queue.submit('event', request))
    expect(await Promise.all([first, ...others])).toEqual([0, 10, 20, 30, 40])
    expect(batches).toEqual([[0], [1, 2, 3, 4]])
  })

  it('runs different keys in parallel, and never two batches of one key', async () => {
    const running = new Map<string, number>()
    let maxParallel = 0
    const queue = createBatchQueue<number, string>(async (key, requests) => {
      running.set(key, (running.get(key) ?? 0) + 1)
      expect(running.get(key)).toBe(1)
      maxParallel = Math.max(
        maxParallel,
        [...running.values()].reduce((sum, count) => sum + count, 0),
      )
      await sleep(2)
      running.set(key, 0)
      return requests.map(() => key)
    })
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        await sleep(index % 7)
        return queue.submit(`event ${index % 3}`, index)
      }),
    )
    expect(maxParallel).toBe(3)
  })

  it('retries the requests of a failed batch one by one, so that only the faulty one fails', async () => {
    const queue = createBatchQueue<number, number>(async (_key, requests) => {
      if (requests.includes(13)) throw new Error('thirteen')
      return requests
    })
    const results = await Promise.allSettled([11, 12, 13, 14].map((request) => queue.submit('event', request)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  })

  it('refuses requests above its maximum, and accepts new ones afterwards', async () => {
    const queue = createBatchQueue<number, number>(async (_key, requests) => (await sleep(2), requests), {
      maxBatchSize: 2,
      maxWaiting: 5,
    })
    const results = await Promise.all(Array.from({ length: 9 }, (_, request) => queue.submit('event', request)))
    expect(results.filter((result) => isRefusal(result) && result.refusal === 'overloaded')).toHaveLength(4)
    expect(await queue.submit('event', 99)).toBe(99)
    await queue.idle()
  })

  it('starts the next batch before it delivers the results of the last, and is idle after all of them', async () => {
    const log: string[] = []
    const queue = createBatchQueue<number, number>(
      async (_key, requests) => {
        log.push(`batch ${requests[0]}`)
        await sleep(1)
        return requests
      },
      { maxBatchSize: 40 },
    )
    const results = Array.from({ length: 80 }, (_, request) => queue.submit('event', request))
    void results[0]?.then(() => log.push('first result'))
    void results[39]?.then(() => log.push('last result of the first batch'))
    await queue.idle()
    expect(log.slice(0, 3)).toEqual(['batch 0', 'batch 40', 'first result'])
    expect(log).toContain('last result of the first batch')
    expect(await Promise.all(results)).toEqual(Array.from({ length: 80 }, (_, request) => request))
  })
})
