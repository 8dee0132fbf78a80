/**
 * Phones are kept as E.164 and shown in the national form. `national` has the lengths of the part after the country code and
 * trunk digit, `mobile` the ranges that receive our SMS: every phone here must be able to. What is not a mobile (landlines,
 * premium rate, shared cost, personal and corporate numbers, pagers, satellites) is refused, because whoever owns
 * such a number may be paid for what is sent to it.
 *
 * The ranges are those of the national numbering plans, as published by the regulators (Ofcom, BNetzA, ARCEP, AGCOM, CNMC,
 * NANPA, Rossvyaz, MIIT, DoT, Anatel) and collected by libphonenumber.
 */
export interface Country {
  /** Calling code without `+`. */
  readonly code: string
  readonly iso: string
  /** Digit dialled before a number inside the country; dropped in E.164. */
  readonly trunk: string
  readonly national: RegExp
  readonly mobile: RegExp
}

/** The countries of the picker, in its order; the first one is preselected. */
export const COUNTRIES: readonly Country[] = [
  // 056 and 059 are Palestinian networks, 057 is retired.
  { code: '972', iso: 'IL', trunk: '0', national: /^5\d{8}$/, mobile: /^5[0-58]/ },
  // Mobiles share area codes with landlines; not those of premium rate, toll-free, personal and machine numbers.
  {
    code: '1',
    iso: 'US',
    trunk: '1',
    national: /^[2-9]\d{2}[2-9]\d{6}$/,
    mobile: /^(?!900|8(?:00|22|33|44|55|66|77|88)|5(?:00|2[1-9]|33|44|66|77|88)|[67]00|710|...976)/,
  },
  // 070 are personal numbers and 076 pagers, except those of the Isle of Man.
  { code: '44', iso: 'GB', trunk: '0', national: /^[1-9]\d{8,9}$/, mobile: /^7(?:[1-57-9]\d{8}|624\d{6})$/ },
  { code: '33', iso: 'FR', trunk: '0', national: /^[1-9]\d{8}$/, mobile: /^[67]/ },
  { code: '49', iso: 'DE', trunk: '0', national: /^[1-9]\d{6,11}$/, mobile: /^1(?:5\d|6[0-3]|7\d)\d{7,8}$/ },
  // Italy keeps the 0 of its landlines in the international form.
  { code: '39', iso: 'IT', trunk: '', national: /^(3\d{8,9}|0\d{5,10})$/, mobile: /^3/ },
  // 70 are personal numbers.
  { code: '34', iso: 'ES', trunk: '', national: /^[6-9]\d{8}$/, mobile: /^(?:6|7[1-9])/ },
  // Russia 9, Kazakhstan 70 to 77 without its landlines and network numbers.
  { code: '7', iso: 'RU', trunk: '8', national: /^[3-9]\d{9}$/, mobile: /^(?:9|70|747|76[0-4]|77)/ },
  // 1349 and 174 are satellites.
  {
    code: '86',
    iso: 'CN',
    trunk: '0',
    national: /^(1[3-9]\d{9}|[2-9]\d{8,10})$/,
    mobile: /^1(?!349)(?:[3589]\d|4[5-9]|6[2567]|7[0-35-8])\d{8}$/,
  },
  { code: '91', iso: 'IN', trunk: '0', national: /^[1-9]\d{9}$/, mobile: /^[6-9]/ },
  { code: '55', iso: 'BR', trunk: '0', national: /^[1-9]{2}\d{8,9}$/, mobile: /^..9\d{8}$/ },
]

/** Calling code of a number that was sent without one. */
export const DEFAULT_COUNTRY_CODE = '972'

/** The mobile prefixes of Israel, as people choose them; those of its `mobile`. */
export const MOBILE_PREFIXES = ['050', '051', '052', '053', '054', '055', '058'] as const

export type PhoneReason = 'required' | 'invalid_phone' | 'phone_not_allowed'
interface RefusedPhone {
  readonly ok: false
  readonly reason: PhoneReason
}
export type ParsedPhone = { readonly ok: true; readonly e164: string; readonly country: Country } | RefusedPhone
type ReadPhone =
  | { readonly ok: true; readonly e164: string; readonly country: Country; readonly national: string }
  | RefusedPhone

const refused = (reason: PhoneReason): RefusedPhone => ({ ok: false, reason })

// What people and address books put between digits, direction marks included.
const PUNCTUATION = /[\s().\-/\u2010-\u2014\u05be\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g
const EASTERN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/g

/** The text with Arabic and Persian digits as `0` to `9`. */
export const withLatinDigits = (text: string): string =>
  text.replace(EASTERN_DIGIT, (digit) => String(digit.charCodeAt(0) & 0xf))

/** The digits of a text, Arabic and Persian ones as `0` to `9`; everything else is left out. */
export const digitsOf = (text: string): string => withLatinDigits(text).replace(/\D/g, '')

const bare = (text: string): string => withLatinDigits(text.replace(PUNCTUATION, ''))

const withoutTrunk = (country: Country, digits: string): string[] =>
  country.trunk !== '' && digits.startsWith(country.trunk) ? [digits, digits.slice(country.trunk.length)] : [digits]

/** The readings of a number in order of likelihood: national, with trunk digit, with the country code in front. */
const readings = (country: Country, digits: string, international: boolean): string[] => {
  const afterCode = digits.startsWith(country.code) ? withoutTrunk(country, digits.slice(country.code.length)) : []
  return international ? afterCode : [...withoutTrunk(country, digits), ...afterCode]
}

const inCountry = (country: Country, digits: string, international: boolean): ReadPhone => {
  const found = readings(country, digits, international).filter((reading) => country.national.test(reading))
  // A mobile is likelier than another number that the same digits could be.
  const national = found.find((reading) => country.mobile.test(reading)) ?? found[0]
  return national === undefined
    ? refused('invalid_phone')
    : { ok: true, e164: `+${country.code}${national}`, country, national }
}

/**
 * Reads a well-formed number of our countries in any common spelling, whether or not we send to it: for finding what was
 * stored. `phone_not_allowed` is a number of another country.
 */
export const readPhone = (countryCode: string, text: string): ReadPhone => {
  const typed = bare(text)
  if (typed === '') return refused('required')
  const international = /^(\+|00)/.test(typed)
  const digits = typed.replace(/^(\+|00)/, '')
  if (!/^\d{5,17}$/.test(digits)) return refused('invalid_phone')
  if (!international) {
    const picked = COUNTRIES.find((country) => country.code === countryCode.replace(/^\+/, ''))
    return picked === undefined ? refused('phone_not_allowed') : inCountry(picked, digits, false)
  }
  // No code of the list begins with another one, so the first match is the only one.
  const named = COUNTRIES.find((country) => digits.startsWith(country.code))
  return named === undefined ? refused('phone_not_allowed') : inCountry(named, digits, true)
}

/**
 * Reads a phone in any common spelling. `countryCode` is the selected country; a number typed with `+` or `00` names its
 * own country. `phone_not_allowed` is a well-formed number that we do not send to.
 */
export const parsePhone = (countryCode: string, text: string): ParsedPhone => {
  const read = readPhone(countryCode, text)
  return read.ok && !read.country.mobile.test(read.national) ? refused('phone_not_allowed') : read
}

/** Whether an E.164 number is of another country than the default one. */
export const isForeignPhone = (e164: string): boolean => !e164.startsWith(`+${DEFAULT_COUNTRY_CODE}`)

/** How many digits of a country's numbers stand together when they are shown; the last group takes what is left. */
const GROUPS: Readonly<Record<string, readonly number[]>> = {
  GB: [4, 6],
  FR: [1, 2, 2, 2, 2],
  DE: [3, 8],
  ES: [3, 3, 3],
  RU: [3, 3, 2, 2],
  CN: [3, 4, 4],
  IN: [5, 5],
  BR: [2, 5, 4],
}
const COMMON_GROUPS = [3, 3, 4]

const grouped = (digits: string, groups: readonly number[], separator: string): string => {
  if (digits.length < 8) return digits
  const parts: string[] = []
  let from = 0
  for (const [place, size] of groups.entries()) {
    parts.push(digits.slice(from, place === groups.length - 1 ? undefined : from + size))
    from += size
  }
  return parts.filter(Boolean).join(separator)
}

/** A phone as a form holds it: the selected country and the typed digits. */
export interface TypedPhone {
  /** Calling code without `+`. */
  readonly country: string
  readonly number: string
}

/**
 * A phone while it is typed, pasted or filled in by the browser. `+44…` and `0044…` select their country; an Israeli number
 * with its country code in front becomes a national one. No digit is dropped: what is too long stays, and `parsePhone`
 * refuses it.
 */
export const readTypedPhone = (country: string, text: string): TypedPhone => {
  const typed = bare(text)
  const digits = digitsOf(typed)
  if (/^(\+|00)/.test(typed)) {
    const named = digits.replace(/^00/, '')
    const found = COUNTRIES.find(({ code }) => named.startsWith(code) && named.length > code.length)
    return found ? { country: found.code, number: named.slice(found.code.length) } : { country, number: digits }
  }
  const whole = country === '972' && digits.startsWith('972') ? parsePhone(country, digits) : undefined
  return { country, number: whole?.ok ? `0${whole.e164.slice(4)}` : digits }
}

/** `+972502345678` → `050-234-5678`; foreign numbers keep their code and are grouped as at home: `+44 7911 123456`. */
export const nationalPhone = (e164: string): string => {
  const country = COUNTRIES.find((each) => e164.startsWith(`+${each.code}`))
  if (country === undefined) return e164
  const national = e164.slice(country.code.length + 1)
  if (country.iso !== 'IL') {
    const separator = country.iso === 'US' ? '-' : ' '
    return `+${country.code} ${grouped(national, GROUPS[country.iso] ?? COMMON_GROUPS, separator)}`
  }
  // A landline has a one-digit area code.
  if (national.length === 8) return `0${national.slice(0, 1)}-${national.slice(1, 4)}-${national.slice(4)}`
  return grouped(`0${national}`, COMMON_GROUPS, '-')
}

// One number and nothing else: an extension or a second number would be read as its digits.
const SINGLE_NUMBER = /^\+?[\d\s\-\u2010-\u2014\u05be]+$/

/** A phone as an organiser wrote it, landlines included, in the national form; what is not one number stays as it is. */
export const writtenPhone = (text: string): string => {
  if (!SINGLE_NUMBER.test(text)) return text
  const digits = digitsOf(text).replace(/^00(?=[1-9])/, '')
  if (/^0[2-9]\d{7,8}$/.test(digits)) return nationalPhone(`+972${digits.slice(1)}`)
  return /^(\+|00)/.test(text) ? nationalPhone(`+${digits}`) : text
}

const SHOWN_AT_END = 4

/** Its first group and its last digits, for places where a whole number would say too much: `050-***-5678`. */
export const maskedPhone = (e164: string): string => {
  const shown = nationalPhone(e164)
  const start = /^(?:\+\d+ )?\d+/.exec(shown)?.[0].length ?? 0
  const digits = shown.slice(start).replaceAll(/\D/g, '').length
  let at = 0
  return shown.replace(/\d/g, (digit, place: number) => (place < start || ++at > digits - SHOWN_AT_END ? digit : '*'))
}

/** The last four digits, by which a person at the gate recognises a phone without seeing it. */
export const phoneEnd = (e164: string): string => e164.slice(-4)

/**
 * The digits to look for inside stored E.164 numbers, or nothing when the text cannot be part of a phone.
 * A leading 0 (trunk digit) falls away, so `050-234`, `+972 50 234` and `972050234` all find `+97250234…`.
 */
export const phoneSearchDigits = (text: string): string | undefined => {
  const typed = bare(text)
  if (!/^\+?\d+$/.test(typed)) return undefined
  const digits = typed.replace(/^\+/, '').replace(/^00(?=[1-9])/, '')
  const national = digits.startsWith('9720') ? `972${digits.slice(4)}` : digits.replace(/^0(?=\d)/, '')
  return national === '' ? undefined : national
}
