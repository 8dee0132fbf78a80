import { INVITATION, PERSON } from './limits.ts'

// Latin, Hebrew and Arabic letters; people's names are in one of the three languages of the product.
const LETTER = /[\p{L}&&[\p{Script=Latin}\p{Script=Hebrew}\p{Script=Arabic}]]/gv
// Letters, their vowel marks, spaces, apostrophes (geresh included) and hyphens (maqaf included).
const NAME = /^[[\p{L}&&[\p{Script=Latin}\p{Script=Hebrew}\p{Script=Arabic}]]\p{M} '’׳`\-‐־]+$/v

const letters = (text: string): number => text.match(LETTER)?.length ?? 0

/** A first or last name: two letters or more; spaces, apostrophes and hyphens may stand between. */
export const isPersonName = (text: string): boolean => {
  const name = text.trim()
  return NAME.test(name) && letters(name) >= PERSON.minNameLetters
}

/** A recipient's full name: at least two words, each of two letters or more. */
export const isRecipientName = (text: string): boolean => {
  const words = text.trim().split(/\s+/)
  return (
    words.length >= INVITATION.minNameWords &&
    words.every((word) => NAME.test(word) && letters(word) >= INVITATION.minWordLetters)
  )
}

const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]+)$/i

/** A postal address of the net: one @, a domain, and a top level of two letters or more. */
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text)

/** Spaces at the ends gone, runs of white space made one. */
export const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ')

// Signs that carry no sound for a search: vowel points and cantillation, geresh and gershayim in all their spellings, direction marks.
const SILENT =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670\u0640'"’‘”“`´׳״\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069]/g

/** What is compared in a search; apply it to both sides. `צ׳יק`, `צ'יק` and `ציק` become one. */
export const searchText = (text: string): string =>
  tidy(
    text
      .normalize('NFKC')
      .replace(SILENT, '')
      .replace(/[-‐–—־_]/g, ' ')
      .toLowerCase(),
  )
