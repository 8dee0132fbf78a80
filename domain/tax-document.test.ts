import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from './money.ts'
import {
  type Charged,
  documentOfPayment,
  documentsOfStatement,
  documentSums,
  type EventFees,
  feeLine,
} from './tax-document.ts'

const fees = (eventId: string, cardFee: number, vat: number, more: Partial<EventFees> = {}): EventFees => ({
  eventId,
  eventName: eventId,
  cardFee,
  serviceFee: 0,
  vat,
  vatBp: 1800,
  serviceFeeIncludesVat: false,
  ...more,
})

const shown = (plan: ReturnType<typeof documentsOfStatement>) =>
  plan.documents.map((document) => [
    document.type,
    documentSums(document),
    document.cites,
    document.paid?.means ?? null,
  ])

describe('the documents of a statement', () => {
  it('are one tax invoice and receipt where the producer’s money has paid the fees', () => {
    const plan = documentsOfStatement({ fees: [fees('a', 5000, 900)], charged: [], open: 0, closing: 0 })
    expect(shown(plan)).toEqual([['tax_invoice_receipt', { net: 5000, vat: 900, total: 5900 }, null, 'set_off']])
    expect(plan.open).toBe(0)
  })

  it('are a tax invoice where the producer still owes them, and a receipt when it is paid', () => {
    const plan = documentsOfStatement({ fees: [fees('a', 5000, 900)], charged: [], open: 0, closing: -5900 })
    expect(shown(plan)).toEqual([['tax_invoice', { net: 5000, vat: 900, total: 5900 }, null, null]])
    expect(plan.open).toBe(5900)
    expect(documentOfPayment(5900, plan.open)).toEqual({
      documents: [{ type: 'receipt', cites: null, lines: [], paid: { means: 'transfer', amount: 5900 } }],
      open: 0,
      uncredited: 0,
    })
  })

  it('are a credit note that cites the document of the event, the newest first', () => {
    const charged: Charged[] = [
      { documentId: 'first', eventId: 'a', net: 5000, vat: 900 },
      { documentId: 'second', eventId: 'a', net: 1000, vat: 180 },
      { documentId: 'other', eventId: 'b', net: 9000, vat: 1620 },
    ]
    const plan = documentsOfStatement({ fees: [fees('a', -3000, -540)], charged, open: 0, closing: -56_460 })
    expect(shown(plan)).toEqual([
      ['credit_note', { net: 1000, vat: 180, total: 1180 }, 'second', null],
      ['credit_note', { net: 2000, vat: 360, total: 2360 }, 'first', null],
    ])
    expect(plan).toMatchObject({ open: -3540, uncredited: 0 })
  })

  it('leave out what is given back of fees that no document charged', () => {
    const plan = documentsOfStatement({ fees: [fees('a', -3000, -540)], charged: [], open: 0, closing: 0 })
    expect(plan).toEqual({ documents: [], open: 0, uncredited: 3540 })
  })

  it('are a receipt for earlier invoices once the balance is no debt any more', () => {
    const plan = documentsOfStatement({ fees: [fees('b', 2950, 531)], charged: [], open: 5900, closing: 10 })
    expect(shown(plan)).toEqual([
      ['tax_invoice_receipt', { net: 2950, vat: 531, total: 3481 }, null, 'set_off'],
      ['receipt', { net: 0, vat: 0, total: 5900 }, null, 'set_off'],
    ])
  })

  it('receive for fees that were paid before they were charged only what was still to be paid', () => {
    const plan = documentsOfStatement({ fees: [fees('b', 5000, 900)], charged: [], open: -2000, closing: 0 })
    expect(shown(plan)).toEqual([
      ['tax_invoice', { net: 5000, vat: 900, total: 5900 }, null, null],
      ['receipt', { net: 0, vat: 0, total: 3900 }, null, 'set_off'],
    ])
  })

  it('show the VAT that is inside a service fee', () => {
    const line = feeLine(fees('a', 81_727, 14_711, { serviceFee: 5550, serviceFeeIncludesVat: true }))
    // 55.50 has 47.03 before VAT and 8.47 of VAT inside; the sum is what the statement takes.
    expect(line).toMatchObject({ net: 86_430, vat: 15_558 })
    expect(line.net + line.vat).toBe(81_727 + 5550 + 14_711)
  })
})

it('is never a line that is charged and returned at once, whatever rounding leaves', () => {
  const line = feeLine(fees('a', -100, -18, { serviceFee: 121, serviceFeeIncludesVat: true }))
  expect(line.net + line.vat).toBe(3)
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: -5000, max: 5000 }), (card, service) => {
      const vat = Math.round(card * 0.18)
      const mixed = feeLine(fees('a', card, vat, { serviceFee: service, serviceFeeIncludesVat: true }))
      expect(mixed.net + mixed.vat).toBe(card + service + vat)
      expect(mixed.net * mixed.vat).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 2000, seed: 1306 },
  )
})

const history = fc.array(
  fc.record({
    kind: fc.constantFrom('statement' as const, 'payment' as const),
    event: fc.constantFrom('a', 'b', 'c'),
    amount: fc.integer({ min: -50_000, max: 100_000 }),
    closing: fc.integer({ min: -1000, max: 1000 }),
  }),
  { maxLength: 30 },
)

describe('any history of statements and payments', () => {
  it('leaves documents that say what was charged, given back and paid, and credits no more than was charged', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const charged: Charged[] = []
        let [open, booked, uncredited, invoiced, credited, received] = [0, 0, 0, 0, 0, 0]
        steps.forEach(({ kind, event, amount, closing }, index) => {
          const vat = Math.round(amount * 0.18)
          const plan =
            kind === 'payment'
              ? documentOfPayment(Math.abs(amount) + 1, open)
              : documentsOfStatement({ fees: [fees(event, amount, vat)], charged: [...charged], open, closing })
          if (kind === 'statement') booked += amount + vat
          uncredited += plan.uncredited
          plan.documents.forEach((document, position) => {
            const { total } = documentSums(document)
            expect(total).toBeGreaterThan(0)
            for (const { eventId, net, vat: lineVat } of document.lines)
              charged.push(
                document.cites === null
                  ? { documentId: `${index} ${position}`, eventId, net, vat: lineVat }
                  : { documentId: document.cites, eventId, net: -net, vat: -lineVat },
              )
            if (document.type === 'credit_note') credited += total
            else if (document.lines.length > 0) invoiced += total
            if (document.paid) received += document.paid.amount
          })
          // The rows of one document and event are summed, as the database does.
          const merged = new Map<string, Charged>()
          for (const row of charged) {
            const key = `${row.documentId} ${row.eventId}`
            const before = merged.get(key) ?? { ...row, net: 0, vat: 0 }
            merged.set(key, { ...row, net: before.net + row.net, vat: before.vat + row.vat })
          }
          charged.splice(0, charged.length, ...merged.values())
          expect(charged.every((row) => row.net >= 0 && row.vat >= 0)).toBe(true)
          if (plan.open > 0) expect(plan.open).toBeLessThanOrEqual(invoiced - credited)
          open = plan.open
        })
        expect(invoiced - credited).toBe(booked + uncredited)
        expect(sum(charged.map(({ net, vat }) => net + vat))).toBe(invoiced - credited)
        expect(received).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 300, seed: 1305 },
    )
  })
})
