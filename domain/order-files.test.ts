import { expect, test } from 'vitest'
import { maxOrderFiles } from './order-files.ts'

test('an order may send the files that its questions need, each twice, and five more', () => {
  expect(maxOrderFiles({ order: 1, ticket: 0 }, 50)).toBe(7)
  expect(maxOrderFiles({ order: 0, ticket: 1 }, 50)).toBe(105)
  expect(maxOrderFiles({ order: 1, ticket: 2 }, 3)).toBe(19)
})
