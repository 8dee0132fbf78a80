import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DocumentLine, TaxDocument } from './tax-document.ts'
import { type UniformFile, uniformBytes, uniformFile, uniformPath } from './uniform-file.ts'

/**
 * An oracle of its own: columns as the tables of the Tax Authority's instructions 1.31 number them, from 1, both ends
 * included. It shares no code with the writer, which knows lengths and their order.
 */
const LENGTHS: Readonly<Record<string, number>> = { A100: 95, C100: 444, D110: 339, D120: 222, Z900: 110 }
const COLUMNS = {
  A000: {
    records: [10, 24],
    number: [25, 33],
    id: [34, 48],
    version: [49, 56],
    vendor: [105, 113],
    kind: [134, 134],
    path: [135, 184],
    books: [185, 185],
    company: [187, 195],
    name: [215, 264],
    from: [367, 374],
    to: [375, 382],
    made: [383, 390],
    at: [391, 394],
    language: [395, 395],
    charset: [396, 396],
    zip: [397, 416],
    currency: [417, 419],
    branches: [420, 420],
  },
  A100: { record: [5, 13], number: [14, 22], id: [23, 37], version: [38, 45] },
  C100: {
    record: [5, 13],
    number: [14, 22],
    type: [23, 25],
    document: [26, 45],
    day: [46, 53],
    time: [54, 57],
    name: [58, 107],
    country: [236, 237],
    customer: [253, 261],
    before: [288, 302],
    discount: [303, 317],
    net: [318, 332],
    vat: [333, 347],
    total: [348, 362],
    withheld: [363, 374],
    key: [375, 389],
    cancelled: [400, 400],
    date: [401, 408],
    link: [425, 431],
  },
  D110: {
    record: [5, 13],
    type: [23, 25],
    document: [26, 45],
    line: [46, 49],
    baseType: [50, 52],
    base: [53, 72],
    kind: [73, 73],
    text: [94, 123],
    unit: [204, 223],
    quantity: [224, 240],
    price: [241, 255],
    discount: [256, 270],
    sum: [271, 285],
    rate: [286, 289],
    date: [297, 304],
    link: [305, 311],
  },
  D120: {
    record: [5, 13],
    type: [23, 25],
    document: [26, 45],
    line: [46, 49],
    means: [50, 50],
    bank: [51, 60],
    due: [96, 103],
    amount: [104, 118],
    acquirer: [119, 119],
    date: [148, 155],
    link: [156, 162],
  },
  Z900: { record: [5, 13], number: [14, 22], id: [23, 37], version: [38, 45], records: [46, 60] },
} as const satisfies Record<string, Record<string, readonly [number, number]>>
type Code = keyof typeof COLUMNS

/** The bytes as the Tax Authority's program reads them. */
const decode = (text: string): string =>
  Array.from(uniformBytes(text), (byte) => String.fromCodePoint(byte >= 0xe0 ? byte - 0xe0 + 0x5d0 : byte)).join('')

const read = <C extends Code>(code: C, line: string): Record<keyof (typeof COLUMNS)[C], string> => {
  expect(line.slice(0, 4)).toBe(code)
  const fields = Object.entries(COLUMNS[code]).map(([name, [from, to]]) => [name, line.slice(from - 1, to)])
  return Object.fromEntries(fields) as Record<keyof (typeof COLUMNS)[C], string>
}

const linesOf = (text: string): string[] => {
  expect(text.endsWith('\r\n')).toBe(true)
  return decode(text).slice(0, -2).split('\r\n')
}

const agorot = (field: string): number => {
  expect(field).toMatch(/^[+-]\d+$/)
  return Number(field)
}

const sums = (lines: readonly DocumentLine[]) => ({
  net: lines.reduce((all, { net }) => all + net, 0),
  vat: lines.reduce((all, { vat }) => all + vat, 0),
})

type Document = UniformFile['documents'][number]

const document = (change: Partial<Document> = {}): Document => {
  const lines = change.lines ?? [
    { eventId: 'a', eventName: 'ערב סטנד־אפ, ״המועדון״', net: 74_228, vat: 13_361, vatBp: 1800 },
  ]
  const { net, vat } = sums(lines)
  return {
    type: 'tax_invoice_receipt',
    number: 12,
    issuedAt: new Date('2026-12-03T10:00:00Z'),
    day: '2026-12-03',
    time: '1200',
    recipientKey: 'a1b2',
    issuer: { name: 'כרטיס בע״מ', number: '515308203', address: 'הרצל 1, תל אביב' },
    recipient: { name: 'הבמה המרכזית', number: '510000003', address: 'הירקון 12א' },
    statement: 1,
    cites: null,
    lines,
    paid: { means: 'set_off', amount: net + vat },
    net,
    vat,
    total: net + vat,
    previousHash: null,
    ...change,
  }
}

const file = (documents: readonly Document[]): UniformFile => ({
  business: { name: 'כרטיס בע״מ', number: '515308203', address: 'הרצל 1, תל אביב' },
  software: { registration: 0, name: 'Kartis', version: '1.2.7', vendor: { name: 'Kartis', number: '515308203' } },
  id: '123456789012345',
  from: '2026-01-01',
  to: '2026-12-31',
  madeOn: '2026-12-04',
  madeAt: '0930',
  path: 'OPENFRMT',
  documents,
})

const CREDIT: Partial<Document> = {
  type: 'credit_note',
  number: 1,
  cites: { type: 'tax_invoice_receipt', number: 12 },
  paid: null,
  lines: [{ eventId: 'a', eventName: 'ערב', net: 3000, vat: 540, vatBp: 1800 }],
}
const RECEIPT: Partial<Document> = {
  type: 'receipt',
  number: 7,
  lines: [],
  total: 5900,
  paid: { means: 'transfer', amount: 5900 },
}

describe('the uniform file', () => {
  it('has the columns of the instructions 1.31', () => {
    const { ini, data } = uniformFile(file([document(), document(CREDIT), document(RECEIPT)]))
    const [
      first = '',
      invoice = '',
      line = '',
      paid = '',
      credit = '',
      returned = '',
      receipt = '',
      received = '',
      last = '',
      ...more
    ] = linesOf(data)
    expect(more).toEqual([])
    expect(read('A100', first)).toEqual({
      record: '000000001',
      number: '515308203',
      id: '123456789012345',
      version: '&OF1.31&',
    })
    expect(read('C100', invoice)).toMatchObject({
      record: '000000002',
      type: '320',
      document: '12'.padEnd(20),
      day: '20261203',
      time: '1200',
      name: 'הבמה המרכזית'.padEnd(50),
      country: 'IL',
      customer: '510000003',
      net: '+00000000074228',
      vat: '+00000000013361',
      total: '+00000000087589',
      withheld: '+00000000000',
      cancelled: ' ',
      date: '20261203',
      link: '0000001',
    })
    expect(read('D110', line)).toMatchObject({
      line: '0001',
      baseType: '000',
      kind: '1',
      text: 'עמלות ערב סטנד-אפ, "המועדון"'.padEnd(30),
      quantity: '+0000000000010000',
      price: '+00000000074228',
      sum: '+00000000074228',
      rate: '1800',
      link: '0000001',
    })
    expect(read('D120', paid)).toMatchObject({ type: '320', means: '9', amount: '+00000000087589', acquirer: '0' })
    expect(read('C100', credit)).toMatchObject({ type: '330', net: '+00000000003000', link: '0000002' })
    expect(read('D110', returned)).toMatchObject({ type: '330', baseType: '320', base: '12'.padEnd(20) })
    expect(read('C100', receipt)).toMatchObject({ type: '400', vat: '+00000000000000', total: '+00000000005900' })
    expect(read('D120', received)).toMatchObject({ type: '400', means: '4', amount: '+00000000005900' })
    expect(read('Z900', last)).toMatchObject({ record: '000000009', records: '000000000000009', version: '&OF1.31&' })
    const [head = '', ...counts] = linesOf(ini)
    expect(head).toHaveLength(466)
    expect(read('A000', head)).toMatchObject({
      records: '000000000000009',
      id: '123456789012345',
      kind: '2',
      books: '0',
      name: 'כרטיס בע"מ'.padEnd(50),
      from: '20260101',
      to: '20261231',
      made: '20261204',
      at: '0930',
      language: '0',
      charset: '1',
      currency: 'ILS',
      branches: '0',
    })
    expect(counts).toEqual(['C100000000000000003', 'D110000000000000002', 'D120000000000000002'])
  })

  it('lies in a folder of the business and the minute', () => {
    expect(uniformPath({ business: { number: '002233445' }, madeOn: '2008-09-11', madeAt: '1025' })).toEqual([
      'OPENFRMT',
      '00223344.08',
      '09111025',
    ])
  })

  it('has zeros for a recipient without a business number', () => {
    const recipient = { name: 'הבמה', number: '', address: '' }
    const [, invoice = ''] = linesOf(uniformFile(file([document({ recipient })])).data)
    expect(read('C100', invoice).customer).toBe('000000000')
  })

  it('refuses a number that its field cannot hold', () => {
    expect(() => uniformFile({ ...file([]), id: '1234567890123456' })).toThrow(RangeError)
  })

  const line = fc.record({
    eventId: fc.uuid(),
    eventName: fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constant('שלום\r\nC100')),
    net: fc.integer({ min: 0, max: 1_000_000_000 }),
    vat: fc.integer({ min: 0, max: 180_000_000 }),
    vatBp: fc.constantFrom(1700, 1800),
  })

  const planned = fc.record({
    type: fc.constantFrom(
      'tax_invoice' as const,
      'tax_invoice_receipt' as const,
      'credit_note' as const,
      'receipt' as const,
    ),
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    means: fc.constantFrom('transfer' as const, 'set_off' as const),
    received: fc.integer({ min: 1, max: 1_000_000_000 }),
  })
  const CODES = { tax_invoice: '305', tax_invoice_receipt: '320', credit_note: '330', receipt: '400' }

  it('says of any documents their sums, their payments and their numbers, in records of the right lengths', () => {
    fc.assert(
      fc.property(fc.array(planned, { maxLength: 8 }), (all) => {
        const documents = all.map(({ type, lines: some, means, received }, index) => {
          const lines = type === 'receipt' ? [] : some
          const { net, vat } = sums(lines)
          const total = type === 'receipt' ? received : net + vat
          const isPaid = type === 'receipt' || type === 'tax_invoice_receipt'
          const paid = isPaid ? { means, amount: total } : null
          const cites = type === 'credit_note' ? ({ type: 'tax_invoice', number: 12 } as const) : null
          return document({ type, lines, number: index + 1, total, paid, cites })
        })
        const records = linesOf(uniformFile(file(documents)).data)
        for (const record of records) expect(record).toHaveLength(LENGTHS[record.slice(0, 4)] ?? 0)
        records.forEach((record, index) => expect(Number(record.slice(4, 13))).toBe(index + 1))
        const of = (code: string): string[] => records.filter((record) => record.startsWith(code))
        const heads = of('C100').map((record) => read('C100', record))
        expect(heads.map(({ type, net, vat, total }) => [type, ...[net, vat, total].map(agorot)])).toEqual(
          documents.map(({ type, lines, net, vat, total }: TaxDocument) => [
            CODES[type],
            lines.length > 0 ? net : total,
            vat,
            total,
          ]),
        )
        const byLink = (link: string): number =>
          of('D110')
            .map((record) => read('D110', record))
            .filter((fields) => fields.link === link)
            .reduce((total, fields) => total + agorot(fields.sum), 0)
        for (const fields of heads) expect(byLink(fields.link)).toBe(fields.type === '400' ? 0 : agorot(fields.net))
        expect(
          of('D120')
            .map((record) => read('D120', record))
            .map(({ type, means, amount }) => [type, means, agorot(amount)]),
        ).toEqual(
          documents.flatMap(({ type, paid }) =>
            paid ? [[CODES[type], paid.means === 'transfer' ? '4' : '9', paid.amount]] : [],
          ),
        )
        expect(Number(read('Z900', records.at(-1) ?? '').records)).toBe(records.length)
      }),
      { numRuns: 300, seed: 131 },
    )
  })
})
