import { isRefusal } from '@kartis/domain/refusal.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createBatchQueue } from './batch-queue.ts'

describe('the queue of an event', () => {
  it('takes along everyone who came while the last batch was on its way, and keeps their order', async () => {
    const batches: number[][] = []
    const lanes = createBatchQueue<number, number>(async (_event, asks) => {
      batches.push([...asks])
      await sleep(5)
      return asks.map((ask) => ask * 10)
    })
    const first = lanes.enter('e', 0)
    await sleep(2)
    const rest = [1, 2, 3, 4].map((ask) => lanes.enter('e', ask))
    expect(await Promise.all([first, ...rest])).toEqual([0, 10, 20, 30, 40])
    expect(batches).toEqual([[0], [1, 2, 3, 4]])
  })

  it('runs events side by side, and never two batches of one event at once', async () => {
    const busy = new Map<string, number>()
    let together = 0
    const lanes = createBatchQueue<number, string>(async (event, asks) => {
      busy.set(event, (busy.get(event) ?? 0) + 1)
      expect(busy.get(event)).toBe(1)
      together = Math.max(
        together,
        [...busy.values()].reduce((sum, one) => sum + one, 0),
      )
      await sleep(2)
      busy.set(event, 0)
      return asks.map(() => event)
    })
    await Promise.all(
      Array.from({ length: 60 }, async (_, place) => {
        await sleep(place % 7)
        return lanes.enter(`event ${place % 3}`, place)
      }),
    )
    expect(together).toBe(3)
  })

  it('tries the members of a failed batch one by one, so that only the bad one fails', async () => {
    const lanes = createBatchQueue<number, number>(async (_event, asks) => {
      if (asks.includes(13)) throw new Error('thirteen')
      return asks
    })
    const answers = await Promise.allSettled([11, 12, 13, 14].map((ask) => lanes.enter('e', ask)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  })

  it('sends people away early when too many wait, and serves again afterwards', async () => {
    const lanes = createBatchQueue<number, number>(async (_event, asks) => (await sleep(2), asks), {
      mostAtOnce: 2,
      mostWaiting: 5,
    })
    const answers = await Promise.all(Array.from({ length: 9 }, (_, place) => lanes.enter('e', place)))
    expect(answers.filter((answer) => isRefusal(answer) && answer.refusal === 'overloaded')).toHaveLength(4)
    expect(await lanes.enter('e', 99)).toBe(99)
    await lanes.idle()
  })

  it('sends the next batch on its way before it writes the replies of the last, and is idle only after all of them', async () => {
    const told: string[] = []
    const lanes = createBatchQueue<number, number>(
      async (_event, asks) => {
        told.push(`batch ${asks[0]}`)
        await sleep(1)
        return asks
      },
      { mostAtOnce: 40 },
    )
    const answers = Array.from({ length: 80 }, (_, ask) => lanes.enter('e', ask))
    void answers[0]?.then(() => told.push('first reply'))
    void answers[39]?.then(() => told.push('last reply of the first batch'))
    await lanes.idle()
    expect(told.slice(0, 3)).toEqual(['batch 0', 'batch 40', 'first reply'])
    expect(told).toContain('last reply of the first batch')
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 80 }, (_, ask) => ask))
  })
})
