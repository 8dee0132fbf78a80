import { describe, expect, it } from 'vitest'
import { sayIn, wordsUnder } from '../state/catalogues.ts'
import { moneyText } from './money-text.ts'

describe('the words of a page', () => {
  it('count as each language counts', () => {
    const count = (lang: 'he' | 'en' | 'ar', n: number) => sayIn(lang)('sale.buy.count', { count: n })
    expect([1, 2, 5].map((n) => count('he', n))).toEqual(['כרטיס אחד', '2 כרטיסים', '5 כרטיסים'])
    expect([1, 2].map((n) => count('en', n))).toEqual(['1 ticket', '2 tickets'])
    expect([1, 2, 3, 11, 100].map((n) => count('ar', n))).toEqual([
      'تذكرة واحدة',
      'تذكرتان',
      '3 تذاكر',
      '11 تذكرة',
      '100 تذكرة',
    ])
  })

  it('take values, and say them as they are', () => {
    expect(sayIn('he')('sale.event.age', { age: 16 })).toBe('מגיל 16')
    expect(sayIn('en')('pass.holder')).toBe('Name')
  })

  it('come along only as far as a page needs them', () => {
    const words = wordsUnder('he', 'sale.site', 'my')
    expect(words['my.list.leave']).toBe('יציאה')
    expect(Object.keys(words).some((name) => name.startsWith('legal.') || name.startsWith('sale.buy'))).toBe(false)
  })
})

describe('a price', () => {
  it('has its sign where the language puts it, thousands apart, agorot always', () => {
    expect(moneyText(1234.5, 'he')).toBe('1,234.50\u00a0₪')
    expect(moneyText(1234567.89, 'ar')).toBe('1,234,567.89\u00a0₪')
    expect(moneyText(0, 'en')).toBe('₪0.00')
    expect(moneyText(999.999, 'en')).toBe('₪1,000.00')
  })

  it('keeps a minus on the side of its figure in a line that runs right to left', () => {
    expect(moneyText(-14.9, 'he')).toBe('\u200e\u221214.90\u00a0₪')
    expect(moneyText(-14.9, 'en')).toBe('\u2212₪14.90')
  })
})
