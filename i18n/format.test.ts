import { describe, expect, it } from 'vitest'
import {
  agoText,
  clockText,
  dayKey,
  dayLongText,
  dayTile,
  listText,
  moneyPieces,
  moneyText,
  momentText,
  numberText,
  percentText,
  phoneText,
  rangeText,
  timeText,
} from './format.ts'

/** Direction marks and unbreakable spaces are for the eye; the words are what matters here. */
const plain = (text: string): string =>
  text.replaceAll(/[\u200e\u200f\u061c\u2066-\u2069]/gu, '').replaceAll(/[\u00a0\u202f]/gu, ' ')

const START = '2026-12-17T19:00:00Z' // 21:00 in Jerusalem
const END = '2026-12-17T21:30:00Z'

describe('money', () => {
  it('is written with two decimals, thousands and the shekel sign in every language', () => {
    expect(plain(moneyText(12_967_800, 'he'))).toBe('129,678.00 ₪')
    expect(plain(moneyText(12_967_800, 'en'))).toBe('₪129,678.00')
    expect(plain(moneyText(12_967_800, 'ar'))).toContain('129,678.00')
    expect(plain(moneyText(12_967_800, 'ar'))).toContain('₪')
  })

  it('keeps the minus with the figure', () => {
    expect(plain(moneyText(-236_515, 'he'))).toBe('-2,365.15 ₪')
  })

  it('comes in pieces that together are the whole, with agorot and sign to be set small', () => {
    for (const lang of ['he', 'en', 'ar'] as const) {
      const pieces = moneyPieces(14_905, lang)
      expect(pieces.map(({ text }) => text).join('')).toBe(moneyText(14_905, lang))
      expect(pieces.find(({ role }) => role === 'figure')?.text).toBe('149')
      expect(pieces.filter(({ role }) => role === 'small').some(({ text }) => text.includes('.05'))).toBe(true)
    }
  })
})

describe('time', () => {
  it('is the wall clock of the event, 24 hours, whatever the reader’s own zone', () => {
    expect(plain(timeText(START, 'he'))).toBe('21:00')
    expect(plain(timeText(START, 'en'))).toBe('21:00')
    expect(plain(timeText(START, 'ar'))).toBe('21:00')
    expect(plain(timeText('2026-12-16T22:00:00Z', 'en'))).toBe('00:00')
  })

  it('is said in long form', () => {
    expect(plain(dayLongText(START, 'he'))).toBe('יום חמישי, 17 בדצמבר 2026')
    expect(plain(dayLongText(START, 'en'))).toContain('17 December 2026')
    expect(plain(momentText(START, 'he'))).toBe('17 בדצמבר 2026, 21:00')
  })

  it('names one evening once, even when it ends after midnight', () => {
    expect(plain(rangeText(START, END, 'he'))).toBe('יום חמישי, 17 בדצמבר 2026, 21:00–23:30')
    expect(plain(rangeText(START, '2026-12-18T00:00:00Z', 'he'))).toBe('יום חמישי, 17 בדצמבר 2026, 21:00–02:00')
  })

  it('names both days of a festival', () => {
    expect(plain(rangeText(START, '2026-12-19T20:00:00Z', 'he'))).toBe('17 בדצמבר 2026, 21:00 – 19 בדצמבר 2026, 22:00')
  })

  it('knows the calendar day at the event', () => {
    expect(dayKey('2026-12-16T22:30:00Z')).toBe('2026-12-17')
    expect(dayTile(START, 'he').day).toBe('17')
  })

  it('counts back in whole units', () => {
    expect(plain(agoText('2026-12-17T18:54:00Z', START, 'he'))).toBe('לפני 6 דקות')
    expect(plain(agoText('2026-12-15T18:00:00Z', START, 'en'))).toBe('2 days ago')
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
    expect(plain(numberText(12_846, 'ar'))).toBe('12,846')
    expect(plain(percentText(3.3, 'he'))).toBe('3.3%')
    expect(plain(dayLongText(START, 'ar'))).toContain('17')
  })

  it('keep a phone left to right', () => {
    expect(phoneText('+972524187730')).toBe('\u2066052-418-7730\u2069')
  })

  it('join a list as the language does', () => {
    expect(listText(['א', 'ב', 'ג'], 'he')).toBe('א, ב וג')
  })
})
