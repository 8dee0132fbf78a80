import { describe, expect, it } from 'vitest'
import { theatre } from '../templates/theatre.ts'
import { boardOf } from './board.ts'
import { compile } from './compile.ts'
import { groupAt } from './group-at.ts'

const map = compile(theatre())
const boardWith = (free: (place: number) => boolean) => boardOf(map, free)
/** A place of the stalls by its row (from 0) and number. */
const at = (row: number, label: string): number =>
  map.labels.findIndex((text, place) => text === label && map.row[place] === row)
const all = boardWith(() => true)
const pair = { people: 2, wheelchairs: 0 }
const labels = (places: readonly number[]): string[] => places.map((place) => map.labels[place] ?? '')
const without = (...taken: number[]) => boardWith((place) => !taken.includes(place))

describe('a click on a place', () => {
  it('takes as many places as the party has people, side by side, with the place among them', () => {
    for (const people of [1, 2, 3, 4, 5, 8]) {
      const place = at(6, '14')
      const group = groupAt(map, all, place, { people, wheelchairs: 0 })
      if (group.kind !== 'group') throw new Error(group.kind)
      expect(group.places).toHaveLength(people)
      expect(group.places).toContain(place)
      expect(new Set(group.places.map((each) => map.run[each])).size).toBe(1)
    }
  })

  it('at an aisle takes the places on its own side of it', () => {
    const group = groupAt(map, all, at(6, '8'), pair)
    expect(group.kind === 'group' && labels(group.places).sort()).toEqual(['8', '9'])
  })

  it('leaves no single seat where it need not', () => {
    // Free are 10 to 13: of the pairs around 12, only 12–13 (and 10–11) leave none alone.
    const free = new Set(['10', '11', '12', '13'].map((label) => at(6, label)))
    const board = boardWith((place) => free.has(place))
    const group = groupAt(map, board, at(6, '12'), pair)
    expect(group.kind === 'group' && labels(group.places).sort()).toEqual(['12', '13'])
  })

  it('on a taken place takes nothing', () => {
    expect(groupAt(map, without(at(6, '14')), at(6, '14'), pair)).toEqual({ kind: 'taken' })
  })

  it('where the party does not fit proposes the best of the same section', () => {
    const place = at(6, '14')
    const group = groupAt(map, without(place - 1, place + 1), place, pair)
    if (group.kind !== 'near') throw new Error(group.kind)
    expect(group.places).toHaveLength(2)
    expect(group.places).not.toContain(place)
  })

  it('never gives a place for a wheelchair or its companion to a general party', () => {
    const wheelchair = map.flags.findIndex((flags) => (flags & 1) !== 0)
    const companion = map.wheelchairOf.indexOf(wheelchair)
    expect(groupAt(map, all, wheelchair, pair)).toEqual({ kind: 'for_wheelchair' })
    expect(groupAt(map, all, companion, pair)).toEqual({ kind: 'for_companion' })
  })

  it('on a wheelchair place takes it with the place of its companion', () => {
    const wheelchair = map.flags.findIndex((flags) => (flags & 1) !== 0)
    const group = groupAt(map, all, wheelchair, { people: 2, wheelchairs: 1 })
    expect(group.kind === 'group' && group.places.toSorted((a, b) => a - b)).toEqual(
      [wheelchair, map.wheelchairOf.indexOf(wheelchair)].sort((a, b) => a - b),
    )
  })

  it('tells a party with a wheelchair to begin with a place for it', () => {
    expect(groupAt(map, all, at(6, '14'), { people: 2, wheelchairs: 1 })).toEqual({ kind: 'accessible_first' })
  })
})
