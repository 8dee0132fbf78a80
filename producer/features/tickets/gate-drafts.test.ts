import { describe, expect, it } from 'vitest'
import { draftsOf, gatesOf, hoursWrong, nameReasons, NO_HOURS, readEntries, readLanes } from './gate-drafts.ts'

describe('gates that are edited', () => {
  const saved = [
    { name: 'East', events_ticket_uuids: ['a'], lanes: [1, 2] },
    { name: 'West', events_ticket_uuids: [], opens_at: '2026-12-03T18:00:00.000Z' },
  ]

  it('keep the lanes and hours that were saved, for a change of names alone must not remove them', () => {
    const renamed = draftsOf(saved).map((draft) => (draft.id === 0 ? { ...draft, name: ' North ' } : draft))
    expect(gatesOf(draftsOf(saved))).toEqual(saved)
    expect(gatesOf(renamed)).toEqual([{ ...saved[0], name: 'North' }, saved[1]])
  })

  it('are saved with their lanes in order, in whatever order they were chosen', () => {
    expect(gatesOf([{ id: 0, name: 'East', types: [], lanes: [10, 2], hours: NO_HOURS }])).toEqual([
      { name: 'East', events_ticket_uuids: [], lanes: [2, 10] },
    ])
  })

  it('need names that differ', () => {
    const named = (...names: string[]) => names.map((name, id) => ({ id, name, types: [], lanes: [], hours: NO_HOURS }))
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

describe('readEntries', () => {
  it('reads 1 to 50 entries a day and nothing else', () => {
    expect(['1', '50', '0', '51', 'x', ''].map(readEntries)).toEqual([
      1,
      50,
      ...Array.from({ length: 4 }, () => undefined),
    ])
  })
})

describe('hours', () => {
  it('are unfinished while a day lacks its time', () => {
    expect(hoursWrong({ opens: '2026-12-03T', closes: '' })).toBe('unfinished')
    expect(hoursWrong({ opens: '2026-12-03T18:00:00.000Z', closes: '2026-12-03T' })).toBe('unfinished')
  })

  it('are backwards where they end when they begin, or before', () => {
    const [early, late] = ['2026-12-03T18:00:00.000Z', '2026-12-03T19:00:00.000Z']
    expect(
      [
        { opens: early, closes: late },
        { opens: late, closes: early },
        { opens: late, closes: late },
        { opens: late, closes: '' },
        NO_HOURS,
      ].map(hoursWrong),
    ).toEqual([undefined, 'backwards', 'backwards', undefined, undefined])
  })
})
