import { nationalPhone } from '@kartis/domain/phone.ts'
import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Lang } from './lang.ts'

// How each language writes money, time, numbers and phones. Pure.

/** Western digits in all three languages: everyone at the entrance reads prices and times the same way. */
export const LOCALES: Readonly<Record<Lang, string>> = { he: 'he-IL', en: 'en-IL', ar: 'ar-IL-u-nu-latn' }

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

/** Formatters are slow to create, so each is created once. */
const numbers = (lang: Lang, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = `n${lang}${JSON.stringify(options)}`
  const cached = formatters.get(key)
  if (cached instanceof Intl.NumberFormat) return cached
  const format = new Intl.NumberFormat(LOCALES[lang], options)
  formatters.set(key, format)
  return format
}

const dates = (lang: Lang, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `d${lang}${JSON.stringify(options)}`
  const cached = formatters.get(key)
  if (cached instanceof Intl.DateTimeFormat) return cached
  const format = new Intl.DateTimeFormat(LOCALES[lang], { hourCycle: 'h23', ...options })
  formatters.set(key, format)
  return format
}

const RLM = '\u200f'
const LRM = '\u200e'
const NBSP = '\u00a0'
/** A line of text may break after a hyphen, and then leave the sign of an amount behind; never after this. */
const MINUS = '\u2212'

/** Digits with a comma before every three from the right. */
const grouped = (digits: string): string =>
  digits.length > 3 ? `${grouped(digits.slice(0, -3))},${digits.slice(-3)}` : digits

/**
 * Agorot (integer) as `129,678.00 ₪`, direction marks included. Written out because server and browser must agree to the
 * letter when a page hydrates, and their Intl data differ. It equals what Intl writes on Node 24, but for the minus.
 */
export const moneyText = (agorot: number, lang: Lang): string => {
  const total = Math.abs(Math.round(agorot))
  const minus = agorot < 0 ? MINUS : ''
  const whole = grouped(String(Math.floor(total / 100)))
  const figure = `${whole}.${String(total % 100).padStart(2, '0')}`
  if (lang === 'en') return `${minus}₪${figure}`
  const signed = minus ? `${RLM}${LRM}${minus}${figure}` : `${RLM}${figure}`
  return `${signed}${NBSP}${lang === 'he' ? RLM : ''}₪`
}

export interface MoneyPiece {
  readonly text: string
  /** The figure itself, or what is set small beside it in large type (agorot, the sign). */
  readonly role: 'figure' | 'small'
}

const FIGURES = /(\u200e?\u2212|(?<![\d,])[\d,]+(?=\.))/
const IS_FIGURE = /^(?:\u200e?\u2212|[\d,]+)$/

/** Agorot (integer) in reading order, for a component that sets agorot and ₪ smaller. */
export const moneyPieces = (agorot: number, lang: Lang): readonly MoneyPiece[] =>
  moneyText(agorot, lang)
    .split(FIGURES)
    .filter((text) => text !== '')
    .reduce<MoneyPiece[]>((pieces, text) => {
      const role = IS_FIGURE.test(text) ? 'figure' : 'small'
      const last = pieces.at(-1)
      return last?.role === role
        ? [...pieces.slice(0, -1), { role, text: last.text + text }]
        : [...pieces, { role, text }]
    }, [])

/** Whole numbers are written out, as Intl writes them: the first formatter of a page costs a slow phone 50 ms. */
export const numberText = (value: number, lang: Lang, places = 0): string =>
  Number.isSafeInteger(value) && value > 0
    ? grouped(String(value))
    : numbers(lang, { maximumFractionDigits: places }).format(value)

/** Percent points, not a fraction: 3.3 is `3.3%`. */
export const percentText = (points: number, lang: Lang, places = 1): string =>
  numbers(lang, { style: 'percent', maximumFractionDigits: places }).format(points / 100)

type Instant = Date | string | number
const at = (when: Instant): Date => (when instanceof Date ? when : new Date(when))

/** `יום חמישי, 17 בדצמבר 2026`, and after the end of Shabbat `מוצאי שבת, 5 בדצמבר 2026` */
export const dayLongText = (when: Instant, lang: Lang, zone = ISRAEL_ZONE): string => {
  const format = dates(lang, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: zone })
  return namedEvening(format.format(at(when)), when, lang, zone)
}

/** `יום חמישי`, `מוצאי שבת` */
export const weekdayText = (when: Instant, lang: Lang, zone = ISRAEL_ZONE): string =>
  namedEvening(dates(lang, { weekday: 'long', timeZone: zone }).format(at(when)), when, lang, zone)

const namedEvening = (text: string, when: Instant, lang: Lang, zone: string): string =>
  lang === 'he' && isAfterShabbat(at(when), zone) ? text.replace('יום שבת', 'מוצאי שבת') : text

/** Minutes of the day by which Shabbat has ended everywhere in Israel, from January to December. */
const SHABBAT_ENDS = [18, 18.5, 19.75, 20.25, 20.5, 20.75, 20.75, 20.5, 20, 19.25, 17.75, 17.75].map(
  (hour) => hour * 60,
)

/** A Saturday evening in Israel, which Hebrew does not call Saturday. */
const isAfterShabbat = (when: Date, zone: string): boolean => {
  if (zone !== ISRAEL_ZONE) return false
  const parts = dates('en', {
    weekday: 'short',
    month: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    timeZone: zone,
  }).formatToParts(when)
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? ''
  if (part('weekday') !== 'Sat') return false
  return Number(part('hour')) * 60 + Number(part('minute')) >= (SHABBAT_ENDS[Number(part('month')) - 1] ?? 1440)
}

/** `17 בדצמבר 2026` */
export const dayText = (when: Instant, lang: Lang, zone = ISRAEL_ZONE): string =>
  dates(lang, { day: 'numeric', month: 'long', year: 'numeric', timeZone: zone }).format(at(when))

/** `17 בדצמבר`: where the year is obvious. */
export const dayShortText = (when: Instant, lang: Lang, zone = ISRAEL_ZONE): string =>
  dates(lang, { day: 'numeric', month: 'long', timeZone: zone }).format(at(when))

/** `יום ה׳, 17 בדצמ׳` */
export const weekdayShortText = (when: Instant, lang: Lang, zone = ISRAEL_ZONE): string =>
  dates(lang, { weekday: 'short', day: 'numeric', month: 'short', timeZone: zone }).format(at(when))

/** The heading of a calendar column: `א׳`, `Sun`, `ح`. */
export const weekdayInitial = (when: Instant, lang: Lang): string =>
  dates(lang, { weekday: lang === 'en' ? 'short' : 'narrow', timeZone: 'UTC' }).format(at(when))

/** `21:00` */
export const timeText = (when: Instant, lang: Lang, zone = ISRAEL_ZONE): string =>
  dates(lang, { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(at(when))

/** `21:00:07` */
export const timeSecondsText = (when: Instant, lang: Lang, zone = ISRAEL_ZONE): string =>
  dates(lang, { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: zone }).format(at(when))

/** `17 בדצמבר 2026, 21:00` */
export const momentText = (when: Instant, lang: Lang, zone = ISRAEL_ZONE): string =>
  `${dayText(when, lang, zone)}${COMMA[lang]} ${timeText(when, lang, zone)}`

/** `17 בדצמבר, 21:00` */
export const momentShortText = (when: Instant, lang: Lang, zone = ISRAEL_ZONE): string =>
  `${dayShortText(when, lang, zone)}${COMMA[lang]} ${timeText(when, lang, zone)}`

/** `יום חמישי, 17 בדצמבר 2026 · 21:00` */
export const momentLongText = (when: Instant, lang: Lang, zone = ISRAEL_ZONE): string =>
  `${dayLongText(when, lang, zone)} · ${timeText(when, lang, zone)}`

const COMMA: Readonly<Record<Lang, string>> = { he: ',', en: ',', ar: '،' }

/** The non-empty parts with the commas of the language, e.g. of an address: `הרצל 5, חיפה`. */
export const commaText = (parts: readonly string[], lang: Lang): string =>
  parts.filter((part) => part !== '').join(`${COMMA[lang]} `)

/** The calendar day in the zone, `2026-12-17`. */
export const dayKey = (when: Instant, zone = ISRAEL_ZONE): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at(when))

/** `21:00–23:30`; in Hebrew and Arabic the start stands at the right, as it is read. */
export const timeRangeText = (start: Instant, end: Instant, lang: Lang, zone = ISRAEL_ZONE): string =>
  `${timeText(start, lang, zone)}–${timeText(end, lang, zone)}`

/** The two lines of a date tile: `17` and `דצמ׳`. */
export const dayTile = (
  when: Instant,
  lang: Lang,
  zone = ISRAEL_ZONE,
): { readonly day: string; readonly month: string } => ({
  day: dates(lang, { day: 'numeric', timeZone: zone }).format(at(when)),
  month: dates(lang, { month: 'short', timeZone: zone }).format(at(when)),
})

/** `דצמבר 2026` */
export const monthText = (when: Instant, lang: Lang, zone = ISRAEL_ZONE): string =>
  dates(lang, { month: 'long', year: 'numeric', timeZone: zone }).format(at(when))

/** `דצמ׳ 2026`: under a chart. */
export const monthShortText = (when: Instant, lang: Lang, zone = ISRAEL_ZONE): string =>
  dates(lang, { month: 'short', year: 'numeric', timeZone: zone }).format(at(when))

/** `17 בדצמ׳`: under a chart. */
export const dayBriefText = (when: Instant, lang: Lang, zone = ISRAEL_ZONE): string =>
  dates(lang, { day: 'numeric', month: 'short', timeZone: zone }).format(at(when))

const STEPS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `לפני 6 דקות`, `בעוד יומיים`: whole units, minutes at least. */
export const agoText = (when: Instant, now: Instant, lang: Lang): string => {
  const seconds = Math.round((at(when).getTime() - at(now).getTime()) / 1000)
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60]
  const text = new Intl.RelativeTimeFormat(LOCALES[lang], { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
  // Hebrew data add the figure to its own name: `לפני דקה (1)`, `לפני שעתיים (2)`.
  return text.replace(/\s?[\u200e\u200f]?\(\d+\)[\u200e\u200f]?$/, '')
}

/** A countdown, `9:05`; an hour and more is `1:02:03`. */
export const clockText = (seconds: number): string => {
  const left = Math.max(0, Math.ceil(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(left / 3600)
  return hours > 0
    ? `${hours}:${two(Math.floor((left % 3600) / 60))}:${two(left % 60)}`
    : `${Math.floor(left / 60)}:${two(left % 60)}`
}

/** `ויטראז׳, נמל 3 ותל אביב`: a list as the language joins it. */
export const listText = (items: readonly string[], lang: Lang): string =>
  new Intl.ListFormat(LOCALES[lang]).format(items)

/** E.164 as people in Israel write it, `052-418-7730`, isolated left to right inside any sentence. */
export const phoneText = (e164: string): string => `\u2066${nationalPhone(e164)}\u2069`
