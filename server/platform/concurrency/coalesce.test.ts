import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { coalesce } from './coalesce.ts'

describe('what many ask for at once', () => {
  it('is made once for those of one turn, after the last of them asked', async () => {
    const made: string[] = []
    let truth = 1
    const ask = coalesce(async (key) => {
      made.push(key)
      return truth
    })
    const [first, second, other] = [ask('a'), ask('a'), ask('b')]
    truth = 2
    expect(await Promise.all([first, second, other])).toEqual([2, 2, 2])
    expect(made).toEqual(['a', 'b'])
  })

  it('is made anew for whoever asks while it is being made', async () => {
    const ends: ((value: number) => void)[] = []
    const ask = coalesce(() => new Promise<number>((resolve) => ends.push(resolve)))
    const first = ask('a')
    await setImmediate()
    const second = ask('a')
    await setImmediate()
    expect(ends).toHaveLength(2)
    ends[1]?.(2)
    ends[0]?.(1)
    expect([await first, await second]).toEqual([1, 2])
  })

  it('that fails fails for those who asked for it alone', async () => {
    let fails = true
    const ask = coalesce(async () => {
      if (fails) throw new Error('away')
      return 'well'
    })
    await expect(ask('a')).rejects.toThrow('away')
    fails = false
    expect(await ask('a')).toBe('well')
  })
})
