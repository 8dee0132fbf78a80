import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NUMBERING } from '../testing/documents.ts'
import { SCHEMES } from './document.ts'
import { hebrewNumeral } from '@kartis/domain/row-label.ts'
import { labelOf, rankLabels, rowLabels } from './numbering.ts'

const labels = (change: Partial<typeof NUMBERING>, count: number, breaks: number[] = [], lastIsRight = true): string =>
  rowLabels({ ...NUMBERING, ...change }, count, breaks, lastIsRight).join(' ')

describe('Hebrew numerals', () => {
  it.each([
    [1, 'א׳'],
    [10, 'י׳'],
    [11, 'י״א'],
    [14, 'י״ד'],
    [15, 'ט״ו'],
    [16, 'ט״ז'],
    [17, 'י״ז'],
    [20, 'כ׳'],
    [22, 'כ״ב'],
    [115, 'קט״ו'],
    [216, 'רט״ז'],
    [400, 'ת׳'],
    [500, 'ת״ק'],
    [999, 'תתקצ״ט'],
  ])('%i is written %s', (number, text) => {
    expect(hebrewNumeral(number)).toBe(text)
  })

  it('every number up to 999 has its own numeral', () => {
    expect(new Set(Array.from({ length: 999 }, (_, index) => hebrewNumeral(index + 1))).size).toBe(999)
  })
})

describe('rows', () => {
  it('row ט״ו comes after י״ד, in the order in which the rows stand', () => {
    expect(rankLabels({ scheme: 'א', first: 9, step: 1, skip: [] }, 9).join(' ')).toBe(
      'ט׳ י׳ י״א י״ב י״ג י״ד ט״ו ט״ז י״ז',
    )
  })

  it('the alphabet goes on with כ after י, and with two letters after ת', () => {
    expect(rankLabels({ scheme: 'אב', first: 9, step: 1, skip: [] }, 4).join(' ')).toBe('ט י כ ל')
    expect([labelOf('אב', 22), labelOf('אב', 23), labelOf('A', 26), labelOf('A', 27)]).toEqual(['ת', 'אא', 'Z', 'AA'])
  })

  it('a skipped label is left out and the count stays', () => {
    expect(rankLabels({ scheme: '1', first: 11, step: 1, skip: ['13'] }, 4).join(' ')).toBe('11 12 14 15')
  })
})

describe('places of a row, from the left of the screen', () => {
  it('are numbered from the right or the left as the audience sees it', () => {
    expect(labels({ from: 'right' }, 4)).toBe('4 3 2 1')
    expect(labels({ from: 'left' }, 4)).toBe('1 2 3 4')
  })

  it('turn around where the audience faces down the screen', () => {
    expect(labels({ from: 'right' }, 4, [], false)).toBe('1 2 3 4')
    expect(labels({ scheme: 'odd_even' }, 5, [3], false)).toBe('5 3 1 2 4')
  })

  it('take only odd or only even numbers', () => {
    expect(labels({ scheme: 'odd', from: 'left' }, 4)).toBe('1 3 5 7')
    expect(labels({ scheme: 'even', from: 'left' }, 3)).toBe('2 4 6')
    expect(labels({ scheme: 'odd', from: 'left', first: 100 }, 2)).toBe('101 103')
  })

  it('part at the aisle into an odd and an even half, counted from the middle', () => {
    expect(labels({ scheme: 'odd_even' }, 6)).toBe('6 4 2 1 3 5')
    expect(labels({ scheme: 'odd_even', from: 'left' }, 6)).toBe('5 3 1 2 4 6')
    expect(labels({ scheme: 'odd_even' }, 7, [4])).toBe('8 6 4 2 1 3 5')
  })

  it('are counted from the middle outwards', () => {
    expect(labels({ from: 'middle' }, 5)).toBe('4 2 1 3 5')
  })

  it('have one label each, whatever the scheme', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SCHEMES),
        fc.constantFrom('right' as const, 'left' as const, 'middle' as const),
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 0, max: 300 }),
        fc.boolean(),
        (scheme, from, count, first, lastIsRight) => {
          const result = rowLabels({ scheme, from, first, step: 1, skip: ['13'] }, count, [], lastIsRight)
          expect(new Set(result).size).toBe(count)
          expect(result).not.toContain('13')
        },
      ),
    )
  })
})
