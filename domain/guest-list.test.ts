import { describe, expect, it } from 'vitest'
import { type GuestRow, parseGuests } from './guest-list.ts'

const short = ({ line, name, phone, quantity, errors }: GuestRow) => ({ line, name, phone, quantity, errors })
const errorsOf = (text: string) =>
  parseGuests(text).map(({ errors }) => errors.map(({ field, reason }) => `${field} ${reason}`))

describe('a pasted guest list', () => {
  it('is read from a spreadsheet: headings are skipped, and a lost first zero is put back', () => {
    const rows = parseGuests('שם\tטלפון\tכמות\nדנה כהן\t501234567\t2\r\n\nיוסי לוי\t052-765-4321\t\n')
    expect(rows.map(short)).toEqual([
      { line: 2, name: 'דנה כהן', phone: '+972501234567', quantity: 2, errors: [] },
      { line: 4, name: 'יוסי לוי', phone: '+972527654321', quantity: 1, errors: [] },
    ])
  })

  it('is read with commas and columns in any order, first and last name apart', () => {
    const [row] = parseGuests('+972 50 123 4567, דנה, כהן, 3')
    expect(row).toMatchObject({ name: 'דנה כהן', phone: '+972501234567', quantity: 3, errors: [] })
  })

  it('says of each row what is wrong with it and where, and drops none', () => {
    const text =
      'דנה כהן, 0501234567\nיוסי לוי\nרק שם אחד, 12\nנועה בר, 0501234567\nגל דן, 0521234567, 99\n0531234567\nדן, 0541234567'
    expect(errorsOf(text)).toEqual([
      [],
      ['phone required'],
      ['phone invalid_phone'],
      ['phone duplicate'],
      ['quantity too_big'],
      ['name required'],
      ['name invalid_full_name'],
    ])
  })

  it('leaves a bad phone a phone, whatever its length: it is never taken for a quantity', () => {
    const rows = parseGuests('דנה כהן, 0501234567, 2\nיוסי לוי, 050123, 2\nנועה בר, 12')
    expect(rows.map(({ typedPhone, quantity }) => [typedPhone, quantity])).toEqual([
      ['0501234567', 2],
      ['050123', 2],
      ['12', 1],
    ])
    expect(errorsOf('יוסי לוי, 050123')).toEqual([['phone invalid_phone']])
  })

  it('leaves e-mail addresses out of the name', () => {
    expect(parseGuests('דנה כהן, dana@example.co.il, 0501234567')[0]).toMatchObject({ name: 'דנה כהן', errors: [] })
  })

  it('does not choose among numbers that it cannot tell apart', () => {
    expect(errorsOf('7, דנה כהן, 0501234567, 2')).toEqual([['row unknown_field']])
  })

  it('takes no row of half a quantity, of none, or of less', () => {
    const rows = ['1.5', '0', '-3', 'שניים'].map((count) => `שם\tטלפון\tכמות\nדנה כהן\t0501234567\t${count}`)
    expect(rows.flatMap(errorsOf)).toEqual([
      ['quantity not_an_integer'],
      ['quantity at_least_one'],
      ['quantity negative'],
      ['quantity not_an_integer'],
    ])
  })
})

describe('the headings of a guest list', () => {
  it('decide about the columns, also about those that are no part of an invitation', () => {
    const [row] = parseGuests('מס׳,שם פרטי,שם משפחה,"דוא""ל",טלפון נייד,הערות,כמות\n7,דנה,כהן,d@x.co,050-1234567,VIP,3')
    expect(row).toMatchObject({ name: 'דנה כהן', phone: '+972501234567', quantity: 3, errors: [] })
  })

  it('are known in English and Arabic', () => {
    for (const headings of [
      'Full name;Mobile phone;Tickets',
      'الاسم;رقم الهاتف;عدد التذاكر',
      'Guest;Tel.;Number of guests',
    ])
      expect(parseGuests(`${headings}\nدانا كوهين;0501234567;2`).map(short)).toEqual([
        { line: 2, name: 'دانا كوهين', phone: '+972501234567', quantity: 2, errors: [] },
      ])
  })

  it('keep a bad phone in its column, and a phone in the column of the quantity is no quantity', () => {
    expect(errorsOf('שם,טלפון,כמות\nדנה כהן,12,2\nיוסי לוי,,0521234567')).toEqual([
      ['phone invalid_phone'],
      ['phone required', 'quantity too_big'],
    ])
  })

  it('are no guest, and a guest is no heading', () => {
    expect(errorsOf('דנה כהן\nיוסי לוי, 0501234567')).toEqual([['phone required'], []])
  })

  it('may leave out the phone, which is then found by its shape', () => {
    expect(parseGuests('שם,כמות,קשר\nדנה כהן,2,0501234567')).toMatchObject([{ name: 'דנה כהן', errors: [] }])
  })
})
