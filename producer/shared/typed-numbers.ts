import { TICKET_TYPE } from '@kartis/domain/limits.ts'
import { withLatinDigits } from '@kartis/domain/phone.ts'

/** The currency as people write it, before or behind the amount. */
const CURRENCY = /^(?:₪|nis|ils)\s*|(?:₪|ש["״”׳']{0,2}ח|שקל(?:ים)?(?: חדשים?)?|nis|ils)$/giu
const DIRECTION_MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

/** `1,000` is a thousand and `79,90` is 79.90: a comma before one or two last digits is a decimal point. */
const withDecimalPoint = (typed: string): string =>
  /^\d{1,3}(,\d{3})+(\.\d*)?$/u.test(typed) ? typed.replaceAll(',', '') : typed.replace(/^(\d+),(\d{1,2})$/u, '$1.$2')

type NoPrice = 'required' | 'not_a_number' | 'money_two_places' | 'negative' | 'too_big'

/**
 * Parses shekels into agorot, as people type them: `149`, `1,490.50`, `79,90`, `₪500`, `80 ש"ח`. Returns a reason code where
 * it is no amount, or more than `most`: what is computed from a price while it is typed has a bound, whatever is typed.
 * Without `most` it is that of a ticket, which coupons and instalments have too.
 */
export const readPrice = (text: string, most: number = TICKET_TYPE.maxPriceAgorot): number | NoPrice => {
  const typed = withLatinDigits(text).replaceAll(DIRECTION_MARKS, '').trim().replaceAll(CURRENCY, '').trim()
  if (typed === '') return 'required'
  if (typed.startsWith('-')) return 'negative'
  const plain = withDecimalPoint(typed)
  if (!/^(\d+(\.\d*)?|\.\d+)$/u.test(plain)) return 'not_a_number'
  const [whole = '', part = ''] = plain.split('.')
  if (part.length > 2) return 'money_two_places'
  const agorot = Number(whole || '0') * 100 + Number(part.padEnd(2, '0'))
  return agorot > most ? 'too_big' : agorot
}

/** More than any quantity may be, and less than what computing with it cannot take. */
const MAX_COUNT = 999_999_999_999

/** Parses a count with or without thousands separators; NaN for anything else. What no quantity may be is the largest one. */
export const readCount = (text: string): number => {
  const typed = withLatinDigits(text).trim()
  if (!/^-?(\d+|\d{1,3}(,\d{3})+)$/u.test(typed)) return Number.NaN
  return Math.min(MAX_COUNT, Math.max(-MAX_COUNT, Number(typed.replaceAll(',', ''))))
}
