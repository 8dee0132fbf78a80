import { readUniformFile, type ReadDocument } from '@kartis/testing/read-uniform-file.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Charged,
  DOCUMENT_CODES,
  type DocumentLine,
  documentOfPayment,
  type DocumentPlan,
  documentsOfStatement,
  documentSums,
  type DocumentType,
  type TaxDocument,
} from './tax-document.ts'
import { type UniformFile, uniformBytes, uniformFile } from './uniform-file.ts'

type Document = UniformFile['documents'][number]
type Line = Omit<DocumentLine, 'eventId' | 'eventName'>

const ISSUER = { name: 'כרטיס הפקות בע״מ', number: '515308203', address: 'הרצל 1, תל אביב' }
const RECIPIENTS = [
  { name: 'הבמה המרכזית', number: '510000003', address: 'הירקון 12א' },
  { name: '״צוללת״ – הופעות', number: '', address: '' },
  { name: 'Club & Sons', number: '514444449', address: 'רח׳ אלנבי 40' },
]

/** What happens to a producer: a statement with fees of events, charged or returned, or a payment of fees. */
const act = fc.record({
  producer: fc.integer({ min: 0, max: RECIPIENTS.length - 1 }),
  payment: fc.option(fc.integer({ min: 1, max: 500_000 }), { freq: 4, nil: null }),
  fees: fc.uniqueArray(
    fc.record({
      event: fc.integer({ min: 0, max: 4 }),
      cardFee: fc.integer({ min: -300_000, max: 900_000 }),
      serviceFee: fc.integer({ min: 0, max: 50_000 }),
      includesVat: fc.boolean(),
      vatBp: fc.constantFrom(1700, 1800),
    }),
    { selector: ({ event }) => event, minLength: 1, maxLength: 4 },
  ),
  name: fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constant('שלום\r\nC100 “ערב”'),
  ),
  hasDebt: fc.boolean(),
  days: fc.integer({ min: 0, max: 20 }),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

interface Producer {
  open: number
  readonly charged: (Charged & { readonly type: DocumentType; readonly number: number })[]
}

/** What a document adds to what the producer owes. */
const dueBy = ({ type, lines, paid }: DocumentPlan['documents'][number]): number => {
  const total = lines.reduce((all, { net, vat }) => all + net + vat, 0)
  return (type === 'credit_note' ? -total : total) - (paid?.amount ?? 0)
}

const lineOf = ({ net, vat, vatBp }: DocumentLine): Line => ({ net, vat, vatBp })

/** Issues what follows from the acts, with numbers from 1 for each type, as the server does. */
const issue = (acts: readonly Act[]) => {
  const producers = RECIPIENTS.map((): Producer => ({ open: 0, charged: [] }))
  const last = new Map<DocumentType, number>()
  const documents: Document[] = []
  let handedBack = 0
  let day = Date.parse('2026-01-01T00:00:00Z')
  for (const { producer: index, payment, fees, name, hasDebt, days } of acts) {
    day = Math.min(day + days * 86_400_000, Date.parse('2026-12-31T00:00:00Z'))
    const producer = producers[index]
    const recipient = RECIPIENTS[index]
    if (!producer || !recipient) throw new Error('no producer')
    const charged = producer.charged.map((each) => ({ ...each }))
    const plan: DocumentPlan =
      payment === null
        ? documentsOfStatement({
            fees: fees.map(({ event, cardFee, serviceFee, includesVat, vatBp }) => ({
              eventId: `${index}-${event}`,
              eventName: name,
              cardFee,
              serviceFee: cardFee < 0 ? 0 : serviceFee,
              vat: Math.round((cardFee * vatBp) / 10_000),
              vatBp,
              serviceFeeIncludesVat: includesVat,
            })),
            charged,
            open: producer.open,
            closing: hasDebt ? -1 : 0,
          })
        : documentOfPayment(payment, producer.open)
    const due = plan.documents.reduce((all, each) => all + dueBy(each), producer.open)
    // A producer who paid more than was charged gets the rest with the payout, and no document says so.
    expect(plan.open - due).toBe(payment === null && !hasDebt ? Math.max(0, -due) : 0)
    handedBack += plan.open - due
    producer.open = plan.open
    for (const { type, cites, lines, paid } of plan.documents) {
      const number = (last.get(type) ?? 0) + 1
      last.set(type, number)
      const cited = producer.charged.find(({ documentId }) => documentId === cites)
      const sums = documentSums({ lines, paid })
      const documentId = `${type} ${number}`
      for (const { eventId, net, vat } of lines) {
        if (type === 'credit_note') {
          const at = producer.charged.findIndex((each) => each.documentId === cites && each.eventId === eventId)
          const before = producer.charged[at]
          if (before) producer.charged[at] = { ...before, net: before.net - net, vat: before.vat - vat }
        } else producer.charged.push({ documentId, eventId, net, vat, type, number })
      }
      const made: TaxDocument = {
        type,
        number,
        issuedAt: new Date(day),
        day: new Date(day).toISOString().slice(0, 10),
        issuer: ISSUER,
        recipient,
        statement: null,
        cites: cited ? { type: cited.type, number: cited.number } : null,
        lines,
        paid,
        ...sums,
        previousHash: null,
      }
      documents.push({ ...made, time: '1130', recipientKey: `key${index}` })
    }
  }
  return { documents, open: producers.reduce((all, { open }) => all + open, 0), handedBack }
}

const written = (documents: readonly Document[]) => {
  const { ini, data } = uniformFile({
    business: ISSUER,
    software: { registration: 0, name: 'Kartis', version: '1.2.7', vendor: { name: 'Kartis', number: ISSUER.number } },
    id: '123456789012345',
    from: '2026-01-01',
    to: '2026-12-31',
    madeOn: '2027-01-04',
    madeAt: '0930',
    path: 'OPENFRMT\\51530820.27\\01040930',
    documents,
  })
  return { ini: uniformBytes(ini), data: uniformBytes(data) }
}

const MEANS = { transfer: 4, set_off: 9 } as const

const facts = ({ type, number, day, net, vat, total, lines, payments }: ReadDocument) => ({
  type,
  number,
  day,
  net: type === 400 ? 0 : net,
  vat,
  total,
  lines: lines.map((line) => ({ net: line.net, rate: line.rate, cites: line.cites })),
  payments,
})

const expected = ({ type, number, day, net, vat, total, lines, cites, paid }: Document) => ({
  type: DOCUMENT_CODES[type],
  number: String(number),
  day,
  net,
  vat,
  total,
  lines: lines.map(lineOf).map((line) => ({
    net: line.net,
    rate: line.vatBp,
    cites: cites ? `${DOCUMENT_CODES[cites.type]} ${cites.number}` : '',
  })),
  payments: paid ? [{ means: MEANS[paid.means], amount: paid.amount }] : [],
})

const totalOf = (documents: readonly ReadDocument[], ...types: readonly number[]): number =>
  documents.filter(({ type }) => types.includes(type)).reduce((all, { total }) => all + total, 0)

describe('the uniform file of a random history, read by an independent reader', () => {
  it('gives every document, line and payment back, and what was charged, credited and paid leaves what is open', () => {
    const seen = new Set<number>()
    fc.assert(
      fc.property(fc.array(act, { maxLength: 24 }), (acts) => {
        const { documents, open, handedBack } = issue(acts)
        const { ini, data } = written(documents)
        const read = readUniformFile(ini, data)
        expect(read.documents.map(facts)).toEqual(documents.map(expected))
        for (const { type } of read.documents) seen.add(type)
        const charged = totalOf(read.documents, 305, 320) - totalOf(read.documents, 330)
        expect(charged - totalOf(read.documents, 320, 400) + handedBack).toBe(open)
      }),
      { numRuns: 500, seed: 1310 },
    )
    expect([...seen].toSorted((a, b) => a - b)).toEqual([305, 320, 330, 400])
  })

  it('has names and addresses in the bytes of the charset', () => {
    const [first, second, third] = RECIPIENTS.map((_, producer) => {
      const fees = [{ event: 0, cardFee: 1000, serviceFee: 0, includesVat: false, vatBp: 1800 as const }]
      const { ini, data } = written(
        issue([{ producer, payment: null, fees, name: 'ערב', hasDebt: false, days: 0 }]).documents,
      )
      return readUniformFile(ini, data).documents[0]
    })
    expect(first).toMatchObject({ recipient: RECIPIENTS[0], key: 'key0', time: '1130', lines: [{ text: 'עמלות ערב' }] })
    expect(second?.recipient).toEqual({ name: '"צוללת" - הופעות', number: '000000000', address: '' })
    expect(third?.recipient).toEqual({ name: 'Club & Sons', number: '514444449', address: "רח' אלנבי 40" })
  })

  it('is refused by that reader when any digit of its sums, numbers, counts and links is another', () => {
    const fees = [{ event: 0, cardFee: 74_228, serviceFee: 0, includesVat: false, vatBp: 1800 as const }]
    const acts = [false, true].map((hasDebt) => ({ producer: 0, payment: null, fees, name: 'ערב', hasDebt, days: 0 }))
    const { ini, data } = written(issue(acts).documents)
    expect(readUniformFile(ini, data).documents).toHaveLength(2)
    const changed = (bytes: Uint8Array, at: number): Uint8Array =>
      bytes.map((byte, place) => (place === at ? (byte === 0x39 ? 0x38 : byte + 1) : byte))
    const starts = Object.fromEntries(
      new TextDecoder('iso-8859-8')
        .decode(data)
        .split('\r\n')
        .reduce<[string, number][]>((all, line) => {
          const [, from = 0] = all.at(-1) ?? []
          const before = all.length === 0 ? 0 : from
          return [...all, [line.slice(0, 4), before], ['', before + line.length + 2]]
        }, [])
        .filter(([code]) => code !== ''),
    )
    const places: readonly (readonly [code: string, position: number])[] = [
      ['A100', 13],
      ['A100', 37],
      ['C100', 332],
      ['C100', 347],
      ['C100', 362],
      ['C100', 431],
      ['D110', 285],
      ['D110', 311],
      ['D110', 49],
      ['D120', 118],
      ['D120', 162],
      ['Z900', 60],
    ]
    for (const [code, position] of places)
      expect(
        () => readUniformFile(ini, changed(data, (starts[code] ?? 0) + position - 1)),
        `${code} ${position}`,
      ).toThrow('uniform file')
    expect(() => readUniformFile(changed(ini, 23), data)).toThrow('number of records')
    expect(() => readUniformFile(changed(ini, 466 + 2 + 18), data)).toThrow('summary')
  })
})
