import type { directionOf } from './lang.ts'

type Direction = ReturnType<typeof directionOf>

const RIGHT_TO_LEFT = /[\u0590-\u07ff\ufb1d-\ufdff\ufe70-\ufefc]/u
const STRONG = /[\p{L}\u0590-\u07ff]/u
const ALL_STRONG = /[\p{L}\u0590-\u07ff]/gu
const AT_START = /^[\p{L}\u0590-\u07ff]/u
const AT_END = /[\p{L}\u0590-\u07ff]$/u
const MARKS = { rtl: '\u200f', ltr: '\u200e' } as const

const directionOfStrong = (character: string): Direction => (RIGHT_TO_LEFT.test(character) ? 'rtl' : 'ltr')

/** The direction in which a text begins; undefined where it has none. */
export const directionOfText = (text: string): Direction | undefined => {
  const [first] = STRONG.exec(text) ?? []
  return first === undefined ? undefined : directionOfStrong(first)
}

/**
 * A text that people typed, for a sentence of plain text: with marks of direction round it where it has letters of the
 * other one, or what follows it would change places with it, and a sentence that begins with it would run the other way. A
 * text of the other direction alone keeps its own order ("Mamma Mia!"); one of both reads in the order of the sentence.
 * Marks, not isolates, because programs and fonts of before 2013 and 8-bit alphabets know them (decision 129).
 */
export const inSentence = (text: string, direction: Direction): string => {
  const letters = text.match(ALL_STRONG) ?? []
  if (letters.every((character) => directionOfStrong(character) === direction)) return text
  const mark = MARKS[direction]
  if (letters.some((character) => directionOfStrong(character) === direction)) return `${mark}${text}${mark}`
  const own = MARKS[direction === 'rtl' ? 'ltr' : 'rtl']
  // Between two letters of its own kind it needs no mark.
  const start = AT_START.test(text) ? '' : own
  const end = AT_END.test(text) ? '' : own
  return `${mark}${start}${text}${end}${mark}`
}

/** A text without the marks of `inSentence`. */
export const withoutMarks = (text: string): string => text.replace(/[\u200e\u200f]/g, '')
