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
      'דנה כהן, 0501234567\nיוסי לוי\nרק שם, 12\nנועה בר, 0501234567\nגל דן, 0521234567, 99\n0531234567\nדן, 0541234567'
    expect(errorsOf(text)).toEqual([
      [],
      ['phone required'],
      ['phone invalid_phone'],
      ['phone duplicate'],
      ['quantity too_big'],
      ['name required'],
      [],
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

  it('leaves emoji out of the name, which chats put beside it', () => {
    expect(parseGuests('🎈 מאיה לב 👩🏽\u200d🎤, 0541234567').map(({ name, errors }) => [name, errors])).toEqual([
      ['מאיה לב', []],
    ])
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

describe('a line of a guest list', () => {
  const guestsOf = (text: string) =>
    parseGuests(text).map(({ name, phone, quantity, errors }) => [name, phone, quantity, ...errors])

  it('has its phone and its name in any order, whatever separates them, and may end with a quantity', () => {
    const lines = [
      'יוסי כהן 052-8887001',
      'רות לוי 0528887002 2',
      'שרה גולן - 054-1234567',
      '052-8887003 אבי לוי',
      'דנה כהן,0501234567,3',
      'גל דן;+972 53 123 4567;2',
      'נועה בר\t054 765 4321\t4',
      '1. רון טל: 0551234567 - 2 כרטיסים',
      'מאיה <maya@example.co.il> בן-דוד 058-1234567 x2',
      '٠٥٢٨٨٨٧٠٠٩ ליאת שלו',
      'עדי|רז|0521112223',
    ]
    expect(guestsOf(lines.join('\n'))).toEqual([
      ['יוסי כהן', '+972528887001', 1],
      ['רות לוי', '+972528887002', 2],
      ['שרה גולן', '+972541234567', 1],
      ['אבי לוי', '+972528887003', 1],
      ['דנה כהן', '+972501234567', 3],
      ['גל דן', '+972531234567', 2],
      ['נועה בר', '+972547654321', 4],
      ['רון טל', '+972551234567', 2],
      ['מאיה בן-דוד', '+972581234567', 2],
      ['ליאת שלו', '+972528887009', 1],
      ['עדי רז', '+972521112223', 1],
    ])
  })

  it('with a quantity in words is refused and leaves the name alone', () => {
    const lines = ['גולדה מאיר;052-8887004;אחד', '052-8887005, דנה כהן, two', 'רות לוי שלושה 0528887006']
    expect(parseGuests(lines.join('\n')).map(({ name, errors }) => [name, errors])).toEqual(
      ['גולדה מאיר', 'דנה כהן', 'רות לוי'].map((name) => [name, [{ field: 'quantity', reason: 'not_an_integer' }]]),
    )
  })

  it('may name its guest in one word, also one that stands for a number elsewhere', () => {
    expect(guestsOf('רותי 0528887007\n0528887008, כהן, שני\nשני כהן 0528887009')).toEqual([
      ['רותי', '+972528887007', 1],
      ['כהן שני', '+972528887008', 1],
      ['שני כהן', '+972528887009', 1],
    ])
  })

  it('with two phones, or with a phone that lacks a digit, is refused', () => {
    expect(errorsOf('דנה כהן 0501234567 0521234567\nיוסי לוי 050-123456 2\nגל דן 050 123 456')).toEqual([
      ['row unknown_field'],
      ['phone invalid_phone'],
      ['phone invalid_phone'],
    ])
    expect(parseGuests('יוסי לוי 050-123456 2')[0]).toMatchObject({
      name: 'יוסי לוי',
      typedPhone: '050-123456',
      quantity: 2,
    })
  })

  it('without the separator of the headings is read by its shape', () => {
    expect(guestsOf('שם,טלפון,כמות\nדנה כהן,0501234567,2\nרות לוי 0528887002 3\nגל דן;0531234567')).toEqual([
      ['דנה כהן', '+972501234567', 2],
      ['רות לוי', '+972528887002', 3],
      ['גל דן', '+972531234567', 1],
    ])
    expect(guestsOf('שם טלפון כמות\nרות לוי 0528887002 3')).toEqual([['רות לוי', '+972528887002', 3]])
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
