import { describe, expect, test } from 'vitest'
import { type FoundAtGate, isSeatSearched, matchesGateQuery, readGateQuery } from './gate-search.ts'

const noam: FoundAtGate = { order: '101081', holder: 'נועם לוי-ברק', phone: '4821' }
const finds = (text: string, order = noam) => {
  const query = readGateQuery(text)
  return query !== undefined && matchesGateQuery(query, order)
}

describe('the search at the gate', () => {
  test.each(['נועם', 'נו', 'לוי נועם', 'נועם  לוי', 'נועם לוי ברק', 'ברק'])(
    'finds an order by its name: "%s"',
    (text) => {
      expect(finds(text)).toBe(true)
    },
  )

  test.each(['101081', '1010', '101081-2', '1010812', '101081 2', '١٠١٠٨١'])(
    'finds an order by its number or by that of a ticket: "%s"',
    (text) => {
      expect(finds(text)).toBe(true)
    },
  )

  test.each(['4821', '054-123-4821', '+972541234821'])('finds an order by its phone: "%s"', (text) => {
    expect(finds(text)).toBe(true)
  })

  test.each(['דנה', 'נועם כהן', '102', '101082', '101082-2', '4822', '0541234822'])(
    'does not find it by "%s"',
    (text) => {
      expect(finds(text)).toBe(false)
    },
  )

  test.each(['', ' ', 'נ', '1', '123', "'"])('needs more than "%s"', (text) => {
    expect(readGateQuery(text)).toBeUndefined()
  })

  test('finds nothing by name or phone where the order has none', () => {
    expect(finds('נועם', { ...noam, holder: null })).toBe(false)
    expect(finds('4821', { ...noam, phone: null })).toBe(false)
  })

  const inRow = (row: string, number = '5'): FoundAtGate => ({ ...noam, seat: { section: 'אולם', row, number } })

  test.each(['ג', 'ג׳', "ג'", '\u200e3 (ג׳)', '\u200f3 (ג)'])(
    'finds row "%s" by its letter and by its number',
    (row) => {
      for (const text of [
        'ג 5',
        'ג׳ 5',
        '3 5',
        '3/5',
        'row 3 seat 5',
        'row 3 (ג׳) seat 5',
        'שורה ג׳ כיסא 5',
        'صف ٣ مقعد ٥',
      ])
        expect([text, finds(text, inRow(row))]).toEqual([text, true])
      for (const text of ['ד 5', '4 5', '3 6', '13 5']) expect([text, finds(text, inRow(row))]).toEqual([text, false])
    },
  )

  test.each(['כ', '\u200e11 (כ)', 'י״א', '11'])('finds row "%s" by its number in the alphabet', (row) => {
    expect(finds('11 5', inRow(row))).toBe(true)
    expect(finds('12 5', inRow(row))).toBe(false)
  })

  test.each(['כ', '\u200e20 (כ)', 'כ׳'])('finds row "%s" by its number as a numeral', (row) => {
    expect(finds('20 5', inRow(row))).toBe(true)
    expect(finds('21 5', inRow(row))).toBe(false)
  })

  test('reads a row as its hall counts, where that is known', () => {
    const found = (text: string, letters: 'numerals' | 'alphabet', row: string) => {
      const query = readGateQuery(text, letters)
      return query !== undefined && matchesGateQuery(query, inRow(row))
    }
    expect([found('11 5', 'alphabet', 'כ'), found('20 5', 'alphabet', 'כ')]).toEqual([true, false])
    expect([found('20 5', 'alphabet', 'ר'), found('23 5', 'alphabet', 'אא')]).toEqual([true, true])
    expect([found('11 5', 'numerals', 'כ'), found('20 5', 'numerals', 'כ')]).toEqual([false, true])
    expect(finds('11 5', inRow('\u200e20 (כ)'))).toBe(false)
    expect(finds('כ 5', inRow('\u200e20 (כ)'))).toBe(true)
  })

  test('says which of the seats of an order was meant', () => {
    const query = readGateQuery('אולם ג 5')
    expect(isSeatSearched(query, inRow('ג׳').seat)).toBe(true)
    expect(isSeatSearched(query, inRow('ד׳').seat)).toBe(false)
    expect(isSeatSearched(readGateQuery('נועם'), inRow('ג׳').seat)).toBe(false)
  })

  test('finds a seat whose row and number together are as long as the end of a phone', () => {
    expect(finds('12 15', inRow('י״ב', '15'))).toBe(true)
    expect(finds('12 15', inRow('12', '15'))).toBe(true)
    expect(finds('12 15', inRow('יג', '15'))).toBe(false)
  })
})
