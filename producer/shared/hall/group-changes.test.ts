import { describe, expect, it } from 'vitest'
import { groupChanges, type PlaceChange } from './group-changes.ts'

const at = (row: string, number: number) => ({ section: 'אולם', row, number: String(number) })
const change = (number: number, more: Partial<PlaceChange>): PlaceChange => ({
  place: `r1.${number}`,
  changes: ['removed'],
  state: 'free',
  before: at('א׳', number),
  ...more,
})

describe('changes of places', () => {
  it('are read row by row, those with another fate apart', () => {
    const rows = groupChanges([
      change(3, {}),
      change(2, { state: 'sold', changes: ['refused'], refusal: 'removed' }),
      change(1, {}),
      change(4, {}),
      change(7, { changes: ['relabelled'], after: at('ב׳', 7) }),
      change(8, { changes: ['relabelled'], after: at('ב׳', 8) }),
    ])
    expect(rows.map(({ changes, count, before, after }) => [changes[0], count, before?.numbers, after?.row])).toEqual([
      ['removed', 3, ['1', '3–4'], undefined],
      ['refused', 1, ['2'], undefined],
      ['relabelled', 2, ['7–8'], 'ב׳'],
    ])
  })

  it('areas are named each by itself', () => {
    const area = { changes: ['added'], state: 'free' } as const
    expect(
      groupChanges([
        { place: 'a1', ...area },
        { place: 'a2', ...area },
      ]).map(({ place }) => place),
    ).toEqual(['a1', 'a2'])
  })
})
