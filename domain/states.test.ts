import { expect, test } from 'vitest'
import { stateFaults } from './states.ts'

test('a table names its unreachable states, its dead ends and its ends that can be left', () => {
  const table = { open: ['closed'], closed: ['open'], lost: [], stuck: [] } as const
  expect(stateFaults<keyof typeof table>(table, 'open', ['closed', 'lost'])).toEqual([
    'closed is an end but can be left',
    'lost cannot be reached from open',
    'stuck cannot be reached from open',
    'stuck cannot be left but is no end',
  ])
})
