import { describe, expect, it } from 'vitest'
import { hebrewNumeral } from '@kartis/domain/row-label.ts'
import { labelOf } from './numbering.ts'
import { rowIn, rowLettersOf } from './row-names.ts'

const numbers = Array.from({ length: 60 }, (_, index) => index + 1)
const inEnglish = (labels: readonly string[]): string[] =>
  labels.map((label) => rowIn(label, rowLettersOf(labels), 'en'))
const numbered = (labels: readonly string[]): string[] => labels.map((label, index) => `\u200e${index + 1} (${label})`)

describe('the name of a row for who does not read Hebrew', () => {
  it('is its number, with the letters of the hall in brackets, from the side from which the language is read', () => {
    expect(rowIn('ג׳', undefined, 'en')).toBe('\u200e3 (ג׳)')
    expect(rowIn('ט״ו', undefined, 'ar')).toBe('\u200f15 (ט״ו)')
    expect(rowIn('ג׳', undefined, 'he')).toBe('ג׳')
  })

  it('counts as the hall does: numerals with their signs and without, and the alphabet past its end', () => {
    const schemes = [
      numbers.map(hebrewNumeral),
      numbers.map((number) => hebrewNumeral(number).replaceAll(/[׳״]/gu, '')),
      numbers.slice(0, 44).map((number) => labelOf('אב', number)),
    ]
    for (const labels of schemes) expect(inEnglish(labels)).toEqual(numbered(labels))
  })

  it('counts single letters by the rows around them', () => {
    expect(inEnglish(['י', 'כ', 'ל'])).toEqual(['\u200e10 (י)', '\u200e11 (כ)', '\u200e12 (ל)'])
    expect(inEnglish(['יט', 'כ', 'כא'])).toEqual(['\u200e19 (יט)', '\u200e20 (כ)', '\u200e21 (כא)'])
  })

  it('reads signs of a foreign file: an apostrophe and quotation marks', () => {
    expect(inEnglish(["ג'", 'י"א'])).toEqual(["\u200e3 (ג')", '\u200e11 (י"א)'])
  })

  it.each(['12', 'B', 'ג1', 'גג', 'ספסל', 'תא 3', ''])('leaves what is no number in letters: %j', (label) => {
    expect(rowIn(label, 'numerals', 'en')).toBe(label)
  })

  it('leaves a letter of which nobody knows how the hall counts', () => {
    expect(rowIn('כ', undefined, 'en')).toBe('כ')
    expect(rowIn('כ׳', undefined, 'en')).toBe('\u200e20 (כ׳)')
  })
})
