import { expect, test } from 'vitest'
import { stateTableErrors } from './state-table.ts'

test('a state table is checked for unreachable states, dead ends and final states that can be left', () => {
  const table = { open: ['closed'], closed: ['open'], lost: [], stuck: [] } as const
  expect(stateTableErrors<keyof typeof table>(table, 'open', ['closed', 'lost'])).toEqual([
    'closed is final but can be left',
    'lost cannot be reached from open',
    'stuck cannot be reached from open',
    'stuck cannot be left but is not final',
  ])
})
