import { isProtected } from '@kartis/seat-map/model/compile.ts'
import { decideOrphans } from '@kartis/seat-map/model/orphans.ts'
import { describe, expect, it } from 'vitest'
import { theatreSale } from '../../testing/seats.ts'
import { listOf } from './list-groups.ts'
import { settledBy } from './settled.ts'

const { sale, boardWith } = theatreSale()
const { map } = sale
const all = boardWith(() => true)
const anything = (_place: number): boolean => true
const placesIn = (people: number, wheelchairs = 0, board = all, wants = anything) =>
  listOf(map, board, { people, wheelchairs }, { wants, settle: (places) => places, mine: [] })

/** Numbers between 0 and 1 that are the same in each run. */
const randomFrom = (seed: number) => (): number => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed / 2_147_483_647
}

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

describe('the list of groups under the rule of single seats', () => {
  const listed = (board: typeof all, people: number, mine: readonly number[], rule: 'gentle' | 'strict' = 'gentle') =>
    listOf(
      map,
      board,
      { people, wheelchairs: 0 },
      { wants: anything, settle: settledBy({ sale, open: board }, { rule, mine }), mine },
    )
      .filter(({ section }) => section !== undefined)
      .flatMap(({ rows }) => rows.flatMap(({ groups }) => groups))

  it('has no group that would be refused, whatever is sold and whatever is held', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomFrom(seed)
      const share = 0.2 + random() * 0.7
      const board = boardWith(() => random() < share)
      for (const rule of ['gentle', 'strict'] as const)
        for (const people of [1, 2, 3, 4]) {
          const groups = listed(board, people, [], rule)
          expect(groups.filter((group) => decideOrphans(map, board, group, rule))).toEqual([])
          // What is held is free for a swap: the other groups are open as before.
          const mine = groups[Math.floor(random() * groups.length)] ?? []
          const others = listed(board, people, mine, rule)
          expect(others).toEqual(groups)
        }
    }
  })

  it('cuts an odd stretch so that the seat that remains is beside other free ones, and from both ends', () => {
    const { first: start = 0 } = map.rows[3] ?? {}
    const board = boardWith((place) => (place >= start && place < start + 5) || map.row[place] !== 3)
    const groups = listed(board, 2, []).filter((group) => map.row[group[0] ?? 0] === 3)
    expect(groups).toEqual([
      [start, start + 1],
      [start + 3, start + 4],
    ])
  })

  it('has what is held as a group, even where the rule would refuse it now', () => {
    const { first = 0 } = map.rows[3] ?? {}
    const mine = [first + 1, first + 2]
    expect(listed(all, 2, []).map(String)).not.toContain(String(mine))
    expect(listed(all, 2, mine).map(String)).toContain(String(mine))
  })

  it('decides on a place that is chosen one by one together with those that are held', () => {
    const { first = 0 } = map.rows[3] ?? {}
    const singles = (mine: readonly number[]) =>
      listOf(
        map,
        all,
        { people: 1, wheelchairs: 0 },
        { wants: anything, settle: settledBy({ sale, open: all }, { rule: 'gentle', mine, isOne: true }), mine },
      ).flatMap(({ rows }) => rows.flatMap(({ groups }) => groups.flat()))
    expect(singles([])).not.toContain(first + 1)
    expect(singles([first])).toEqual(expect.arrayContaining([first, first + 1]))
  })
})
