import { describe, expect, it } from 'vitest'
import {
  agoText,
  clockText,
  dayKey,
  dayLongText,
  dayTile,
  listText,
  LOCALES,
  moneyPieces,
  moneyText,
  momentText,
  numberText,
  percentText,
  phoneText,
  timeText,
} from './format.ts'
import { type Lang, LANGS } from './lang.ts'

/** The text without direction marks and with plain spaces. */
const visible = (text: string): string =>
  text.replaceAll(/[\u200e\u200f\u061c\u2066-\u2069]/gu, '').replaceAll(/[\u00a0\u202f]/gu, ' ')

const START = '2026-12-17T19:00:00Z' // 21:00 in Jerusalem

describe('money', () => {
  it('equals what Intl writes on this Node, direction marks included, but for the minus', () => {
    for (const lang of LANGS)
      for (const agorot of [0, 5, 100, 99_999, 123_450, 123_456_789, -1490, -123_456])
        expect(moneyText(agorot, lang)).toBe(
          new Intl.NumberFormat(LOCALES[lang], {
            style: 'currency',
            currency: 'ILS',
            minimumFractionDigits: 2,
            maximumFractionDigits: 2,
          })
            .format(agorot / 100)
            .replace('-', '\u2212'),
        )
  })

  it('is written with two decimals, thousands and the shekel sign in every language', () => {
    expect(visible(moneyText(12_967_800, 'he'))).toBe('129,678.00 ₪')
    expect(visible(moneyText(12_967_800, 'en'))).toBe('₪129,678.00')
    expect(visible(moneyText(12_967_800, 'ar'))).toContain('129,678.00')
    expect(visible(moneyText(12_967_800, 'ar'))).toContain('₪')
  })

  it('has a minus sign after which no line breaks, unlike after a hyphen', () => {
    expect(visible(moneyText(-236_515, 'he'))).toBe('\u22122,365.15 ₪')
    for (const lang of LANGS) expect(moneyText(-36_169_380, lang)).not.toContain('-')
  })

  it('splits into pieces that join to the whole, with agorot and sign set small', () => {
    for (const lang of LANGS) {
      expect(
        moneyPieces(-123_405, lang)
          .map(({ text }) => text)
          .join(''),
      ).toBe(moneyText(-123_405, lang))
      const pieces = moneyPieces(14_905, lang)
      expect(pieces.map(({ text }) => text).join('')).toBe(moneyText(14_905, lang))
      expect(pieces.find(({ role }) => role === 'figure')?.text).toBe('149')
      expect(pieces.filter(({ role }) => role === 'small').some(({ text }) => text.includes('.05'))).toBe(true)
    }
  })
})

describe('time', () => {
  it('is the local time of the event, 24 hours, in any zone of the reader', () => {
    expect(visible(timeText(START, 'he'))).toBe('21:00')
    expect(visible(timeText(START, 'en'))).toBe('21:00')
    expect(visible(timeText(START, 'ar'))).toBe('21:00')
    expect(visible(timeText('2026-12-16T22:00:00Z', 'en'))).toBe('00:00')
  })

  it('is said in long form', () => {
    expect(visible(dayLongText(START, 'he'))).toBe('יום חמישי, 17 בדצמבר 2026')
    expect(visible(dayLongText(START, 'en'))).toContain('17 December 2026')
    expect(visible(momentText(START, 'he'))).toBe('17 בדצמבר 2026, 21:00')
  })

  it('is the evening after Shabbat in Hebrew, in Israel alone, and Saturday before', () => {
    const day = (when: string, lang: Lang = 'he', zone?: string) => visible(dayLongText(when, lang, zone))
    expect(day('2026-12-05T19:30:00Z')).toBe('מוצאי שבת, 5 בדצמבר 2026')
    expect(day('2026-07-11T18:30:00Z')).toBe('מוצאי שבת, 11 ביולי 2026')
    // Shabbat ends later in summer.
    expect(day('2026-07-11T17:00:00Z')).toBe('יום שבת, 11 ביולי 2026')
    expect(day('2026-12-05T09:00:00Z')).toBe('יום שבת, 5 בדצמבר 2026')
    expect(day('2026-12-05T23:00:00Z')).toBe('יום ראשון, 6 בדצמבר 2026')
    expect(day('2026-12-05T21:30:00Z', 'he', 'Europe/London')).toBe('יום שבת, 5 בדצמבר 2026')
    expect(day('2026-12-05T19:30:00Z', 'en')).toBe('Saturday, 5 December 2026')
  })

  it('knows the calendar day at the event', () => {
    expect(dayKey('2026-12-16T22:30:00Z')).toBe('2026-12-17')
    expect(dayTile(START, 'he').day).toBe('17')
  })

  it('counts back in whole units', () => {
    expect(visible(agoText('2026-12-17T18:54:00Z', START, 'he'))).toBe('לפני 6 דקות')
    expect(visible(agoText('2026-12-15T18:00:00Z', START, 'en'))).toBe('2 days ago')
    expect(visible(agoText('2026-12-17T18:59:00Z', START, 'he'))).toBe('לפני דקה')
    expect(visible(agoText('2026-12-17T17:00:00Z', START, 'he'))).toBe('לפני שעתיים')
  })

  it('counts down', () => {
    expect(clockText(605)).toBe('10:05')
    expect(clockText(0.2)).toBe('0:01')
    expect(clockText(-3)).toBe('0:00')
    expect(clockText(3723)).toBe('1:02:03')
  })
})

describe('other figures', () => {
  it('are in western digits in Arabic too', () => {
    expect(visible(numberText(12_846, 'ar'))).toBe('12,846')
    expect(visible(percentText(3.3, 'he'))).toBe('3.3%')
    expect(visible(dayLongText(START, 'ar'))).toContain('17')
  })

  it('are written as Intl writes them, whole ones too', () => {
    const whole = Array.from({ length: 16 }, (_, digits) => [
      10 ** digits,
      10 ** digits - 1,
      7 * 10 ** digits + 5,
    ]).flat()
    const others = [-1, -1234, 0.4, 2.5, 1234.5, 2 ** 53, 1e21, Number.NaN]
    for (const lang of LANGS)
      for (const value of [...whole, ...others])
        expect(numberText(value, lang), `${value} in ${lang}`).toBe(
          new Intl.NumberFormat(LOCALES[lang], { maximumFractionDigits: 0 }).format(value),
        )
  })

  it('keep a phone left to right', () => {
    expect(phoneText('+972524187730')).toBe('\u2066052-418-7730\u2069')
  })

  it('join a list as the language does', () => {
    expect(listText(['א', 'ב', 'ג'], 'he')).toBe('א, ב וג')
  })
})
