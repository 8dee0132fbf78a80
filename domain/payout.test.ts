import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketsOf, type FeeContract } from './fees.ts'
import { NO_ADJUSTMENTS, payoutReport } from './payout.ts'

const contract: FeeContract = {
  regularBp: 500,
  specialBp: 500,
  touristBp: 750,
  ticketFee: 1_50,
  ticketFeeIncludesVat: false,
}
const cards = { regular: 12_345_50, special: 2_500_00, tourist: 999_90 }
const types = [
  { id: 'a', name: 'רגיל', count: 140, free: 12 },
  { id: 'b', name: 'חינם', count: 25, free: 25 },
]

test('the worked example: all three kinds of cards and 37 free tickets', () => {
  expect(payoutReport({ ordersTotal: 16_000_00, cards, types, contract, vatBp: 1800 })).toEqual({
    ordersTotal: 16_000_00,
    cards: { ...cards, total: 15_845_40 },
    tickets: { count: 165, fee: 55_50 },
    ticketsByType: [
      { id: 'a', name: 'רגיל', count: 140, fee: 18_00 },
      { id: 'b', name: 'חינם', count: 25, fee: 37_50 },
    ],
    cardFees: { regular: 617_28, special: 125_00, tourist: 74_99, total: 817_27 },
    ticketFees: 55_50,
    adjustments: NO_ADJUSTMENTS,
    feesTotal: 872_77,
    vat: 157_10,
    deductions: 1_029_87,
    net: 14_815_53,
  })
})

test('the simple example: 10,000 by regular cards', () => {
  const report = payoutReport({
    ordersTotal: 10_000_00,
    cards: bucketsOf(10_000_00, 0, 0),
    types: [],
    contract,
    vatBp: 1800,
  })
  expect([report.feesTotal, report.vat, report.net]).toEqual([500_00, 90_00, 9_410_00])
})

test('a contract whose ticket fee has VAT inside adds VAT to the clearing fees only', () => {
  const report = payoutReport({
    ordersTotal: 0,
    cards,
    types,
    contract: { ...contract, ticketFeeIncludesVat: true },
    vatBp: 1800,
  })
  expect([report.feesTotal, report.vat, report.deductions, report.net]).toEqual([872_77, 147_11, 1_019_88, 14_825_52])
})

test('an event of guests only ends with a debt', () => {
  const report = payoutReport({ ordersTotal: 0, cards: bucketsOf(0, 0, 0), types, contract, vatBp: 1800 })
  expect(report.net).toBe(-65_49)
})

test('cash is in the orders but is charged nothing', () => {
  const report = payoutReport({ ordersTotal: 5_000_00, cards: bucketsOf(0, 0, 0), types: [], contract, vatBp: 1800 })
  expect([report.ordersTotal, report.deductions, report.net]).toEqual([5_000_00, 0, 0])
})

test('whatever the sums, every line adds up to the agora', () => {
  const sum = fc.nat(10_000_000_00)
  const bp = fc.integer({ min: 0, max: 3000 })
  const anyTypes = fc
    .array(fc.tuple(fc.nat(5000), fc.nat(5000)), { maxLength: 8 })
    .map((counts) => counts.map(([paid, free], place) => ({ id: String(place), name: 'x', count: paid + free, free })))
  fc.assert(
    fc.property(
      sum,
      sum,
      sum,
      anyTypes,
      fc.tuple(bp, bp, bp, bp),
      fc.nat(1000),
      fc.boolean(),
      (regular, special, tourist, types, rates, ticketFee, inside) => {
        const own = {
          regularBp: rates[0],
          specialBp: rates[1],
          touristBp: rates[2],
          ticketFee,
          ticketFeeIncludesVat: inside,
        }
        const report = payoutReport({
          ordersTotal: 0,
          cards: { regular, special, tourist },
          types,
          contract: own,
          vatBp: rates[3],
        })
        expect(report.net + report.deductions).toBe(regular + special + tourist)
        expect(report.cards.total).toBe(regular + special + tourist)
        expect(report.feesTotal + report.vat).toBe(report.deductions)
        expect(report.cardFees.total + report.ticketFees).toBe(report.feesTotal)
        expect(report.ticketsByType.reduce((total, type) => total + type.fee, 0)).toBe(report.tickets.fee)
        expect(report.tickets.fee).toBe(ticketFee * types.reduce((total, type) => total + type.free, 0))
        for (const figure of [report.net, report.vat, report.cardFees.total])
          expect(Number.isSafeInteger(figure)).toBe(true)
      },
    ),
    { seed: 20_261_121 },
  )
})
