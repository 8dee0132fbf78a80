import { isProtected } from '@kartis/seat-map/model/compile.ts'
import { describe, expect, it } from 'vitest'
import { theatreSale } from '../../testing/seats.ts'
import { listOf } from './list-groups.ts'

const { sale, boardWith } = theatreSale()
const { map } = sale
const all = boardWith(() => true)
const anything = (_place: number): boolean => true
const placesIn = (people: number, wheelchairs = 0, board = all, wants = anything) =>
  listOf(map, board, { people, wheelchairs }, wants)

describe('the list of groups', () => {
  it('contains every general place of the hall for a party of one', () => {
    const general = placesIn(1).filter(({ section }) => section !== undefined)
    const found = new Set(general.flatMap(({ rows }) => rows.flatMap(({ groups }) => groups.flat())))
    const expected = [...map.keys.keys()].filter((place) => !isProtected(map, place))
    expect(expected.filter((place) => !found.has(place))).toEqual([])
    expect(found.size).toBe(expected.length)
  })

  it('has groups of the party’s size, side by side, no place twice', () => {
    for (const people of [2, 3, 5, 8]) {
      const groups = placesIn(people)
        .filter(({ section }) => section !== undefined)
        .flatMap(({ rows }) => rows.flatMap((row) => row.groups))
      for (const group of groups) {
        expect(group).toHaveLength(people)
        expect(new Set(group.map((place) => map.run[place])).size).toBe(1)
      }
      expect(new Set(groups.flat()).size).toBe(groups.flat().length)
    }
  })

  it('counts the groups of each section, and leaves out sections without any', () => {
    const balcony = boardWith((place) => map.rows[map.row[place] ?? 0]?.section === 1)
    const sections = placesIn(2, 0, balcony)
    expect(sections.map(({ section }) => section)).toEqual([1])
    expect(sections[0]?.count).toBe(sections[0]?.rows.reduce((sum, { groups }) => sum + groups.length, 0))
  })

  it('shows accessible places in a section of their own, whatever is filtered', () => {
    const sections = placesIn(2, 0, all, () => false)
    expect(sections.map(({ section }) => section)).toEqual([undefined])
    expect(sections[0]?.count).toBeGreaterThan(0)
  })

  it('has only accessible groups for a party with a wheelchair', () => {
    const sections = placesIn(2, 1)
    expect(sections.map(({ section }) => section)).toEqual([undefined])
  })

  it('leaves out what the filter of prices leaves out', () => {
    const cheap = placesIn(2, 0, all, (place) => map.category[place] === 2)
    const general = cheap.filter(({ section }) => section !== undefined)
    expect(general.flatMap(({ categories }) => categories)).toEqual([2])
  })
})
