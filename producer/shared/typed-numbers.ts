import { withLatinDigits } from '@kartis/domain/phone.ts'

/** Parses `1,490.50` or `149` shekels into agorot; returns a reason code where it is no amount. */
export const readPrice = (text: string): number | 'required' | 'not_a_number' | 'money_two_places' | 'negative' => {
  const typed = withLatinDigits(text).replace('₪', '').trim()
  if (typed === '') return 'required'
  if (typed.startsWith('-')) return 'negative'
  const plain = /^\d{1,3}(,\d{3})+(\.\d*)?$/u.test(typed) ? typed.replaceAll(',', '') : typed
  if (!/^(\d+(\.\d*)?|\.\d+)$/u.test(plain)) return 'not_a_number'
  const [whole = '', part = ''] = plain.split('.')
  return part.length > 2 ? 'money_two_places' : Number(whole || '0') * 100 + Number(part.padEnd(2, '0'))
}

/** Parses a count with or without thousands separators; NaN for anything else. */
export const readCount = (text: string): number => {
  const typed = withLatinDigits(text).trim()
  return /^-?(\d+|\d{1,3}(,\d{3})+)$/u.test(typed) ? Number(typed.replaceAll(',', '')) : Number.NaN
}
