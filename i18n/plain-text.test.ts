import bidiFactory from 'bidi-js'
import { describe, expect, it } from 'vitest'
import { directionOfText, inSentence, withoutMarks } from './plain-text.ts'

const bidi = bidiFactory()

/** The text as a program shows it from left to right, by the Unicode bidirectional algorithm; the first letter decides. */
const seen = (text: string): string => {
  const levels = bidi.getEmbeddingLevels(text)
  const order = bidi.getReorderedIndices(text, levels)
  return withoutMarks(order.map((place) => text[place]).join(''))
}

/** Letters of the alphabets themselves: right to left, א is the first letter. */
describe('a text that people typed, in a sentence of plain text', () => {
  it('keeps its place before a number: a date does not move to the other side of a Hebrew name', () => {
    const bare = '"אבג", 12 Nov. Order 5'
    expect(seen(bare)).not.toBe('"גבא", 12 Nov. Order 5')
    expect(seen(`"${inSentence('אבג', 'ltr')}", 12 Nov. Order 5`)).toBe('"גבא", 12 Nov. Order 5')
  })

  it('does not turn a Hebrew sentence that begins with it', () => {
    expect(seen('"Mamma Mia!" בוטל')).toBe('"Mamma Mia!" לטוב')
    expect(seen(`"${inSentence('Mamma Mia!', 'rtl')}" בוטל`)).toBe('לטוב "Mamma Mia!"')
  })

  it('of the other direction alone keeps its own order with the signs at its ends', () => {
    expect(seen(`להיט ${inSentence('Mamma Mia!', 'rtl')} כאן`)).toBe('ןאכ Mamma Mia! טיהל')
    expect(seen(`at ${inSentence('5 אבג!', 'ltr')} now`)).toBe('at !גבא 5 now')
  })

  it('of both directions reads in the order of the sentence, as on screens', () => {
    expect(seen(`ל ${inSentence('DJ אבג', 'rtl')} כאן`)).toBe('ןאכ גבא DJ ל')
    expect(seen(`for ${inSentence('DJ אבג', 'ltr')}, 12 Nov`)).toBe('for DJ גבא, 12 Nov')
  })

  it.each([
    ['Mamma Mia!', 'ltr'],
    ['ערב של שירים', 'rtl'],
    ['ليلة', 'rtl'],
    ['2026', 'rtl'],
    ['', 'ltr'],
    ['Café 9', 'ltr'],
  ] as const)('of the direction of the sentence, or of none, has no marks: %s', (text, direction) => {
    expect(inSentence(text, direction)).toBe(text)
  })

  it('has the direction of its first letter', () => {
    expect(['12 שירים', '12 songs', '«ليلة» DJ', '12'].map(directionOfText)).toEqual(['rtl', 'ltr', 'rtl', undefined])
  })
})
