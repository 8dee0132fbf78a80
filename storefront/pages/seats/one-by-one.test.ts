import { boardOf } from '@kartis/seat-map/model/board.ts'
import { compile } from '@kartis/seat-map/model/compile.ts'
import { hallOf } from '@kartis/seat-map/testing/documents.ts'
import { describe, expect, it } from 'vitest'
import { oneMore } from './one-by-one.ts'

/** A row of ten: a wheelchair place with its companion's, then eight places, of which the fifth is taken. */
const map = compile(hallOf([{ except: { 1: { is: ['wheelchair'] }, 2: { is: ['companion'], of: 'r1.1' } } }]))
const board = boardOf(map, (place) => place !== 4)
const two = { people: 2, wheelchairs: 0 }
const click = (place: number, mine: readonly number[] = [], party = two) => oneMore(map, board, { place, mine, party })

describe('places that are chosen one by one', () => {
  it('need not be together, and are listed in the order of the hall', () => {
    expect(click(8)).toEqual({ kind: 'group', places: [8] })
    expect(click(3, [8])).toEqual({ kind: 'group', places: [3, 8] })
  })

  it('are given up by a click on one of them', () => {
    expect(click(8, [3, 8])).toEqual({ kind: 'group', places: [3] })
    expect(click(3, [3])).toEqual({ kind: 'group', places: [] })
  })

  it('are as many as the party has people; a further one is refused with the reason', () => {
    expect(click(6, [3, 8])).toEqual({ kind: 'enough', people: 2 })
  })

  it('are refused with the reason where the place is taken or accessible', () => {
    expect(click(4, [8])).toEqual({ kind: 'taken' })
    expect(click(0)).toEqual({ kind: 'for_wheelchair' })
    expect(click(1)).toEqual({ kind: 'for_companion' })
    expect(click(4, [3, 8])).toEqual({ kind: 'taken' })
  })

  it('of a party with a wheelchair include a wheelchair place, and then the place of the companion', () => {
    const party = { people: 3, wheelchairs: 1 }
    expect(click(0, [], party)).toEqual({ kind: 'group', places: [0] })
    expect(click(1, [0], party)).toEqual({ kind: 'group', places: [0, 1] })
    expect(click(9, [0, 1], party)).toEqual({ kind: 'group', places: [0, 1, 9] })
  })
})
