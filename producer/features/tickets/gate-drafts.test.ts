import { describe, expect, it } from 'vitest'
import { draftsOf, gatesOf, nameReasons, readLanes } from './gate-drafts.ts'

describe('gates that are edited', () => {
  const saved = [
    { name: 'East', events_ticket_uuids: ['a'], lanes: [1, 2] },
    { name: 'West', events_ticket_uuids: [] },
  ]

  it('keep the lanes that were saved, for a change of names alone must not remove them', () => {
    const renamed = draftsOf(saved).map((draft) => (draft.id === 0 ? { ...draft, name: ' North ' } : draft))
    expect(gatesOf(draftsOf(saved))).toEqual(saved)
    expect(gatesOf(renamed)).toEqual([{ ...saved[0], name: 'North' }, saved[1]])
  })

  it('are saved with their lanes in order, in whatever order they were chosen', () => {
    expect(gatesOf([{ id: 0, name: 'East', types: [], lanes: [10, 2] }])).toEqual([
      { name: 'East', events_ticket_uuids: [], lanes: [2, 10] },
    ])
  })

  it('need names that differ', () => {
    const named = (...names: string[]) => names.map((name, id) => ({ id, name, types: [], lanes: [] }))
    expect(nameReasons(named('East', ' ', 'East '))).toEqual([undefined, 'missing', 'duplicate'])
  })
})

describe('readLanes', () => {
  it('reads 2 to 40 lanes and nothing else', () => {
    expect(['2', ' 40 ', '1', '41', '2.5', 'x', ''].map(readLanes)).toEqual([
      2,
      40,
      ...Array.from({ length: 5 }, () => undefined),
    ])
  })
})
