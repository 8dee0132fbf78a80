import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { coalesce } from './coalesce.ts'

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
