import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { coalesce, coalesceKeys } from './coalesce.ts'
import { runUrgently } from './urgent.ts'

describe('coalesce', () => {
  it('loads once for all callers of one turn, after the last of them has called', async () => {
    const loaded: string[] = []
    let current = 1
    const load = coalesce(async (key) => {
      loaded.push(key)
      return current
    })
    const calls = [load('a'), load('a'), load('b')]
    current = 2
    expect(await Promise.all(calls)).toEqual([2, 2, 2])
    expect(loaded).toEqual(['a', 'b'])
  })

  it('loads again for a caller who arrives during a load', async () => {
    const resolvers: ((value: number) => void)[] = []
    const load = coalesce(() => new Promise<number>((resolve) => resolvers.push(resolve)))
    const first = load('a')
    await setImmediate()
    const second = load('a')
    await setImmediate()
    expect(resolvers).toHaveLength(2)
    resolvers[1]?.(2)
    resolvers[0]?.(1)
    expect([await first, await second]).toEqual([1, 2])
  })

  it('does not keep a failure', async () => {
    let fails = true
    const load = coalesce(async () => {
      if (fails) throw new Error('unreachable')
      return 'value'
    })
    await expect(load('a')).rejects.toThrow('unreachable')
    fails = false
    expect(await load('a')).toBe('value')
  })
})

describe('coalesceKeys', () => {
  const lengthsOf = (loads: string[][]) => async (keys: readonly string[]) => {
    loads.push([...keys])
    return new Map(keys.filter(Boolean).map((key) => [key, key.length]))
  }

  it('loads the keys of one turn together, each once, and gives every caller its own', async () => {
    const loads: string[][] = []
    const load = coalesceKeys(lengthsOf(loads))
    expect(await Promise.all([load('a'), load('bb'), load('a'), load('')])).toEqual([1, 2, 1, undefined])
    expect(loads).toEqual([['a', 'bb', '']])
  })

  it('loads again for a caller who arrives during a load', async () => {
    const loads: string[][] = []
    const load = coalesceKeys(lengthsOf(loads))
    const first = load('a')
    await setImmediate()
    await Promise.all([first, load('a')])
    expect(loads).toEqual([['a'], ['a']])
  })

  it('does not let what is urgent wait for a load that is not', async () => {
    const loads: string[][] = []
    const load = coalesceKeys(lengthsOf(loads))
    await Promise.all([load('a'), runUrgently(() => load('b')), load('c')])
    expect(loads).toEqual([['a', 'c'], ['b']])
  })

  it('fails every caller of a turn whose load fails, and loads again afterwards', async () => {
    let fails = true
    const load = coalesceKeys(async (keys) => {
      if (fails) throw new Error('unreachable')
      return new Map(keys.map((key) => [key, key]))
    })
    const results = await Promise.allSettled([load('a'), load('b')])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    fails = false
    expect(await load('a')).toBe('a')
  })
})
