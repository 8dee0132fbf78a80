import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hall, row } from '../testing/documents.ts'
import { documents } from '../testing/random-documents.ts'
import { boardOf, isFree } from './board.ts'
import { compile } from './compile.ts'
import type { Row } from './document.ts'
import { decideOrphans, newOrphans, type OrphanRule } from './orphans.ts'

/** `.` free, `#` taken or of another channel, `x` chosen, `b` free in category b, `w` a free wheelchair place, ` ` an aisle. */
const decide = (line: string, rule: OrphanRule, ...others: string[]) => {
  const lines = [line, ...others]
  const rows = lines.map((text, index) => {
    const places = Array.from(text).filter((character) => character !== ' ')
    const breaks = Array.from(text).flatMap((character, at): [number, number][] =>
      character === ' ' ? [[text.slice(0, at).replaceAll(' ', '').length, 90]] : [],
    )
    const except: Row['except'] = {}
    places.forEach((character, at) => {
      if (character === 'b') except[at + 1] = { category: 'b' }
      if (character === 'w') except[at + 1] = { is: ['wheelchair'] }
    })
    return row({ id: `r${index}`, rank: index, count: places.length, breaks, except })
  })
  const map = compile(hall({ rows }))
  const characters = lines.join('').replaceAll(' ', '')
  const board = boardOf(map, (place) => characters[place] !== '#')
  const chosen = Array.from(characters).flatMap((character, place) => (character === 'x' ? [place] : []))
  return { map, board, chosen, decision: decideOrphans(map, board, chosen, rule) }
}

describe('the gentle rule', () => {
  it.each<[string, string, number[] | undefined]>([
    ['a seat left at the end of the row is refused, with the party shifted by one', '.xx.....', [0, 1]],
    ['a seat left at an aisle is refused', '....xx. ....', [5, 6]],
    ['a seat left beside a taken one is refused', '#.xx....', [1, 2]],
    ['two seats left are right', '..xx....', undefined],
    ['none left is right', 'xx......', undefined],
    ['a seat beside a dearer one is not alone', '#xx.b...', undefined],
    ['a seat beside a wheelchair place is not alone', '#xx.w...', undefined],
    ['a wheelchair place left alone is no orphan', '#wxx....', undefined],
    ['a seat that was alone before is nobody’s doing', '.#xx....', undefined],
    ['a row of one more place than the party has no other way', '#xx.#...', undefined],
    ['the last pair is open to a single buyer', '##x.####', undefined],
    ['a hole in a selection is closed', '..x.x...', [2, 3]],
  ])('%s: %s', (_name, line, offer) => {
    // A row behind, so that the rule is not off because little is left.
    expect(decide(line, 'gentle').decision?.offer).toEqual(offer)
  })

  it('names the single seats', () => {
    expect(decide('.xx.....', 'gentle').decision?.orphans).toEqual([0])
  })
})

describe('the strict rule', () => {
  it('offers another row of the section where the own one has no other way', () => {
    expect(decide('#xx.#', 'gentle', '......').decision).toBeUndefined()
    expect(decide('#xx.#', 'strict', '......').decision?.offer).toEqual([5, 6])
  })

  it('never refuses where nothing else is legal', () => {
    expect(decide('#xx.#', 'strict', '#...#').decision).toBeUndefined()
  })
})

describe('the rule', () => {
  it('is off where it is off, and where less than a tenth is left', () => {
    expect(decide('.xx.....', 'off').decision).toBeUndefined()
    expect(decide('.xx....#', 'strict', '#'.repeat(80)).decision).toBeUndefined()
  })

  it('makes offers of free places that it would accept itself', () => {
    fc.assert(
      fc.property(
        documents,
        fc.array(fc.nat(300), { maxLength: 120 }),
        fc.nat(300),
        fc.integer({ min: 1, max: 5 }),
        (document, taken, start, seats) => {
          const map = compile(document)
          const gone = new Set(taken)
          const board = boardOf(map, (place) => !gone.has(place))
          const chosen = Array.from({ length: seats }, (_, index) => start + index)
          fc.pre(chosen.every((place) => place < map.size && isFree(board, place)))
          for (const rule of ['gentle', 'strict'] as const) {
            const decision = decideOrphans(map, board, chosen, rule)
            if (!decision) continue
            expect(newOrphans(map, board, chosen)).toEqual(decision.orphans)
            expect(decision.offer).toHaveLength(seats)
            expect(decision.offer.every((place) => isFree(board, place))).toBe(true)
            // A party in several runs may have one of them mended only.
            expect(newOrphans(map, board, decision.offer).length).toBeLessThan(decision.orphans.length)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
