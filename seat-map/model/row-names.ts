import { ALPHABET, hebrewLetters, MAX_ROW_IN_LETTERS, type RowLetters, SAME_IN_BOTH } from '@kartis/domain/row-label.ts'

type Lang = 'he' | 'en' | 'ar'

const LETTERS = /^[א-ת]{1,3}$/
const MARKS = /[׳״'"’”]/g

/** The number of a numeral as it is written, or undefined: `יא` and `טו` are numerals, `אב` and `גג` are none. */
const NUMERALS: ReadonlyMap<string, number> = new Map(
  Array.from({ length: MAX_ROW_IN_LETTERS }, (_, index) => [hebrewLetters(index + 1), index + 1]),
)

const bare = (label: string): string => label.replaceAll(MARKS, '')
const isAmbiguous = (label: string): boolean => label.length === 1 && ALPHABET.indexOf(label) >= SAME_IN_BOTH

/** Whether letters without a sign of numerals count as such: they do where one of two letters stands among them. */
export const rowLettersOf = (labels: readonly string[]): RowLetters | undefined => {
  if (!labels.some(isAmbiguous)) return undefined
  return labels.map(bare).some((text) => text.length > 1 && NUMERALS.has(text)) ? 'numerals' : 'alphabet'
}

/** After ת an alphabet goes on with אא, אב: 23 and 24. */
const secondRound = (text: string): number | undefined =>
  text.length === 2 && text.startsWith('א') ? ALPHABET.length + ALPHABET.indexOf(text.charAt(1)) + 1 : undefined

/** The number of a row that is named by Hebrew letters; undefined where it is not, or where nothing says how the hall counts. */
const rowNumber = (label: string, letters: RowLetters | undefined): number | undefined => {
  const text = bare(label)
  if (!LETTERS.test(text)) return undefined
  if (!isAmbiguous(label)) return NUMERALS.get(text) ?? (letters === 'alphabet' ? secondRound(text) : undefined)
  if (letters === 'alphabet') return ALPHABET.indexOf(text) + 1
  return letters && NUMERALS.get(text)
}

/** Where a name begins with a number, its direction must be said: `3 (ג׳)` is read from the left in English. */
const DIRECTION = { en: '\u200e', ar: '\u200f' } as const

/**
 * The name of a row for who does not read Hebrew letters: `3 (ג׳)`, with what stands on the seats of the hall in
 * brackets. The same for a reader of Hebrew, and where the name is no number in letters.
 */
export const rowIn = (label: string, letters: RowLetters | undefined, lang: Lang): string => {
  if (lang === 'he') return label
  const number = rowNumber(label, letters)
  return number === undefined ? label : `${DIRECTION[lang]}${number} (${label})`
}
