import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documents } from '../testing/random-documents.ts'
import { theatre } from '../templates/theatre.ts'
import { bestAvailable } from './best-available.ts'
import { type Board, boardOf, isFree } from './board.ts'
import { type CompiledMap, compile, isWheelchair, wholeTableOf } from './compile.ts'
import { accessibleAround, type GroupAt, groupAt, type Party } from './group-at.ts'

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

/** The rule itself, each place by itself: the best for the party where no other wheelchair places are free than the nearest. */
const byRule = (map: CompiledMap, board: Board, place: number, { people, wheelchairs }: Party): GroupAt => {
  const distance = (other: number): number =>
    Math.hypot((map.x[other] ?? 0) - (map.x[place] ?? 0), (map.y[other] ?? 0) - (map.y[place] ?? 0))
  const table = wholeTableOf(map, place)
  if (table) {
    const places = map.keys.flatMap((_, other) => (wholeTableOf(map, other) === table ? [other] : []))
    if (places.length !== people) return { kind: 'whole_table', seats: places.length }
    if (!places.every((other) => isFree(board, other))) return { kind: 'none' }
    const own = places.filter((other) => isWheelchair(map, other)).length
    return own < wheelchairs ? { kind: 'accessible_first' } : { kind: 'group', places }
  }
  const free = map.keys
    .map((_, other) => other)
    .filter((other) => isWheelchair(map, other) && isFree(board, other) && !wholeTableOf(map, other))
  const nearest = new Set(free.toSorted((a, b) => distance(a) - distance(b)).slice(0, wheelchairs))
  const trial = boardOf(map, (other) => isFree(board, other) && (!isWheelchair(map, other) || nearest.has(other)))
  const categories = map.categories.map((_, index) => index)
  const offer =
    nearest.size < wheelchairs ? undefined : bestAvailable(map, trial, { seats: people, wheelchairs, categories })
  return offer?.missing === 0 ? { kind: 'group', places: offer.groups.flat().sort((a, b) => a - b) } : { kind: 'none' }
}

describe('the groups around all wheelchair places of a hall', () => {
  it('are those of the rule, whatever is sold, computed together or one by one', () => {
    const parties = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 4 }))
    const shares = fc.double({ min: 0.05, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        documents,
        parties,
        shares,
        fc.infiniteStream(fc.double({ noNaN: true, min: 0, max: 1 })),
        (document, [people, most], share, chances) => {
          const hall = compile(document)
          const board = boardOf(hall, () => (chances.next().value ?? 0) < share)
          const party = { people, wheelchairs: Math.min(people, most) }
          const around = accessibleAround(hall, board, party)
          const places = hall.keys
            .map((_, place) => place)
            .filter((place) => isWheelchair(hall, place) && isFree(board, place))
          const expected = places.map((place) => byRule(hall, board, place, party))
          expect(places.map(around)).toEqual(expected)
          expect(places.map((place) => groupAt(hall, board, place, party))).toEqual(expected)
        },
      ),
    )
  })
})
