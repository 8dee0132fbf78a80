import { describe, expect, it } from 'vitest'
import { createBoardMemory } from './board-memory.ts'

const at = (ms: number): Date => new Date(1_800_000_000_000 + ms)

describe('the memory of the board', () => {
  it('computes once for all who ask within two seconds, and anew afterwards', async () => {
    const remember = createBoardMemory<number>()
    let computed = 0
    const load = async () => ++computed
    expect(await Promise.all([remember('a', at(0), load), remember('a', at(1), load)])).toEqual([1, 1])
    expect(await remember('a', at(1999), load)).toBe(1)
    expect(await remember('b', at(1999), load)).toBe(2)
    expect(await remember('a', at(2001), load)).toBe(3)
  })

  it('keeps what took long for longer', async () => {
    const remember = createBoardMemory<number>()
    let computed = 0
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      return ++computed
    }
    await remember('a', at(0), slow)
    expect(await remember('a', at(3000), slow)).toBe(1)
    expect(await remember('a', at(60_000), slow)).toBe(2)
  })

  it('remembers no failure, and nothing of a future that a clock took back', async () => {
    const remember = createBoardMemory<number>()
    await expect(remember('a', at(0), () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
    expect(await remember('a', at(1), async () => 1)).toBe(1)
    await remember('b', at(86_400_000), async () => 1)
    expect(await remember('b', at(0), async () => 2)).toBe(2)
  })

  it('forgets the events that were asked for longest ago', async () => {
    const remember = createBoardMemory<number>()
    for (let event = 0; event < 300; event++) await remember(`${event}`, at(0), async () => event)
    expect(await remember('0', at(1), async () => -1)).toBe(-1)
    expect(await remember('299', at(1), async () => -1)).toBe(299)
  })
})
