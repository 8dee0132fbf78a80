import { describe, expect, it } from 'vitest'
import { translatorFor, messagesUnder } from '../state/messages.ts'
import { priceText } from './money.tsx'

describe('translatorFor', () => {
  it('chooses the plural form of each language', () => {
    const count = (lang: 'he' | 'en' | 'ar', n: number) => translatorFor(lang)('sale.buy.count', { count: n })
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

  it('inserts values as they are', () => {
    expect(translatorFor('he')('sale.event.age', { age: 16 })).toBe('מגיל 16')
    expect(translatorFor('en')('pass.holder')).toBe('Name')
  })

  it('messagesUnder selects only the namespaces that a page needs', () => {
    const messages = messagesUnder('he', 'sale.site', 'my')
    expect(messages['my.list.leave']).toBe('יציאה')
    expect(Object.keys(messages).some((name) => name.startsWith('legal.') || name.startsWith('sale.buy'))).toBe(false)
  })
})

describe('priceText', () => {
  it('writes the sign where the language puts it, thousands apart, agorot always', () => {
    expect(priceText(1234.5, 'he')).toBe('1,234.50\u00a0₪')
    expect(priceText(1_234_567.89, 'ar')).toBe('1,234,567.89\u00a0₪')
    expect(priceText(0, 'en')).toBe('₪0.00')
    expect(priceText(19.99, 'en')).toBe('₪19.99')
  })

  it('writes a true minus sign beside its figure', () => {
    expect(priceText(-14.9, 'he')).toBe('\u200e\u221214.90\u00a0₪')
    expect(priceText(-14.9, 'en')).toBe('\u2212₪14.90')
  })
})
