import { describe, expect, it } from 'vitest'
import { parseGuests } from './guest-list.ts'

describe('a pasted guest list', () => {
  it('is read from a spreadsheet: headings are skipped, and a lost first zero is put back', () => {
    const rows = parseGuests('שם\tטלפון\tכמות\nדנה כהן\t501234567\t2\r\n\nיוסי לוי\t052-765-4321\t\n')
    expect(rows.map(({ line, name, phone, quantity, reasons }) => ({ line, name, phone, quantity, reasons }))).toEqual([
      { line: 2, name: 'דנה כהן', phone: '+972501234567', quantity: 2, reasons: [] },
      { line: 4, name: 'יוסי לוי', phone: '+972527654321', quantity: 1, reasons: [] },
    ])
  })

  it('is read with commas and columns in any order, first and last name apart', () => {
    const [row] = parseGuests('+972 50 123 4567, דנה, כהן, 3')
    expect(row).toMatchObject({ name: 'דנה כהן', phone: '+972501234567', quantity: 3, reasons: [] })
  })

  it('says of each row what is wrong with it, and drops none', () => {
    const rows = parseGuests('דנה כהן, 0501234567\nיוסי לוי\nרק שם אחד, 12\nנועה בר, 0501234567\nגל דן, 0521234567, 99')
    expect(rows.map(({ reasons }) => reasons)).toEqual([[], ['required'], ['required'], ['duplicate'], ['too_big']])
  })
})
