import { expect, it } from 'vitest'
import { inTurns } from './in-turns.ts'

it('inTurns keeps the order of the items, and lets others run after every few of them', async () => {
  let turn = 0
  const count = (): void => {
    turn += 1
    if (turn < 100) setImmediate(count)
  }
  setImmediate(count)
  const mapped = await inTurns(['a', 'b', 'c', 'd', 'e'], 2, (item) => ({ item, turn }))
  expect(mapped.map(({ item }) => item).join('')).toBe('abcde')
  const turns = mapped.map((each) => each.turn)
  expect([turns[1], turns[3]]).toEqual([turns[0], turns[2]])
  expect(turns[2]).toBeGreaterThan(turns[0] ?? 0)
  expect(turns[4]).toBeGreaterThan(turns[2] ?? 0)
})
