const UNITS = ['', ...Array.from('אבגדהוזחט')]
const TENS = ['', ...Array.from('יכלמנסעפצ')]
const HUNDREDS = ['', ...Array.from('קרשת')]
const GERESH = '׳'
const GERSHAYIM = '״'
/** The letters in their order. */
export const ALPHABET: readonly string[] = Array.from('אבגדהוזחטיכלמנסעפצקרשת')
/** Up to here numerals and the alphabet are the same letters. */
export const SAME_IN_BOTH = 10
/** How a hall counts rows that are single letters from כ on: כ is 20 as a numeral and 11 in the alphabet. */
export type RowLetters = 'numerals' | 'alphabet'
/** Halls have fewer rows: a larger number is no row in letters. */
export const MAX_ROW_IN_LETTERS = 199

/** Hebrew letters of a number from 1 to 9999, without geresh: 15 and 16 are written 9 + 6 and 9 + 7. */
export const hebrewLetters = (number: number): string => {
  const hundreds = Math.floor(number / 100)
  const tail = number % 100
  const high = 'ת'.repeat(Math.floor(hundreds / 4)) + (HUNDREDS[hundreds % 4] ?? '')
  if (tail === 15) return `${high}טו`
  if (tail === 16) return `${high}טז`
  return high + (TENS[Math.floor(tail / 10)] ?? '') + (UNITS[tail % 10] ?? '')
}

/** A number in Hebrew letters as people read it: ה׳, ט״ו, קכ״א. */
export const hebrewNumeral = (number: number): string => {
  const letters = hebrewLetters(number)
  return letters.length < 2 ? letters + GERESH : `${letters.slice(0, -1)}${GERSHAYIM}${letters.slice(-1)}`
}

/** A number in the alphabet, which goes on with אא after ת; undefined beyond its second round. */
const alphabetLetters = (number: number): string | undefined => {
  const again = ALPHABET[number - ALPHABET.length - 1]
  return ALPHABET[number - 1] ?? (again && `א${again}`)
}

/**
 * How a row may be called in a hall, from what somebody typed: its label, or the number of one that has Hebrew letters.
 * Where nothing says how the hall counts, both ways: a row too many is better than the one that is missing.
 */
export const rowLabelsLike = (text: string, letters?: RowLetters): string[] => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > MAX_ROW_IN_LETTERS) return [text]
  const numeral = hebrewLetters(number)
  const isOtherRow = letters === 'alphabet' && numeral.length === 1 && number > SAME_IN_BOTH
  const inAlphabet = letters === 'numerals' ? undefined : alphabetLetters(number)
  const labels = [text, ...(isOtherRow ? [] : [hebrewNumeral(number), numeral])]
  return inAlphabet === undefined || labels.includes(inAlphabet) ? labels : [...labels, inAlphabet]
}

const NUMBER_BEFORE_LETTERS = /(\d{1,3}) (?=\([א-ת])/u

/** The text without the number that stands before letters in brackets: `row 3 (ג׳)` says one row twice. */
export const withoutRowNumber = (text: string): string => text.replace(NUMBER_BEFORE_LETTERS, '')

/** What a row is called by who reads its name: `3 (ג׳)` is 3, and ג׳. */
export const rowNamesOf = (name: string): string[] => {
  const number = NUMBER_BEFORE_LETTERS.exec(name)?.[1]
  return number === undefined ? [name] : [number, withoutRowNumber(name).replace(/[()]/g, '')]
}
