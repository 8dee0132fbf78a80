import { directionOf, type Lang } from './lang.ts'

const RIGHT_TO_LEFT = /[\u0590-\u07ff]/
const LEFT_TO_RIGHT = /[a-z]/i
const OF_ONE = /[\u0590-\u07ffa-z]/i
const MARKS = { rtl: '\u200f', ltr: '\u200e' } as const

/** Whether letters of both directions stand in it, as in `DJ נועם`. */
export const isOfBothDirections = (text: string): boolean => RIGHT_TO_LEFT.test(text) && LEFT_TO_RIGHT.test(text)

/**
 * A text that people typed, for the isolate of a message, which has the direction of its first letter. A text of both
 * directions gets that of the page, or its reader would begin with the end of it.
 */
export const inPageOrder = (text: string, lang: Lang): string => {
  if (!isOfBothDirections(text)) return text
  const direction = directionOf(lang)
  const own = RIGHT_TO_LEFT.test(OF_ONE.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr'
  return own === direction ? text : `${MARKS[direction]}${text}`
}
