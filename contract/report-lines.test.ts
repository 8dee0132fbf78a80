import { describe, expect, it } from 'vitest'
import type { EventReport } from './event-figures.ts'
import { reportLines, ticketFee } from './report-lines.ts'

type Sums = {
  readonly gross: number
  readonly discounts?: number
  readonly refunds?: number
  readonly revenue: number
  readonly card: number
  readonly fees?: readonly [clearing: number, tickets: number, vat: number]
  readonly since?: number
  readonly adjustments?: EventReport['adjustments']
}

const NONE = { disputes: 0, disputes_lost: 0, handed_back: 0, corrections: 0 }

const report = ({
  gross,
  discounts = 0,
  refunds = 0,
  revenue,
  card,
  fees = [0, 0, 0],
  since,
  adjustments = NONE,
}: Sums): EventReport => {
  const [clearing, tickets, vat] = fees
  const { disputes, handed_back: handed, corrections } = adjustments
  const net = Math.round((card - clearing - tickets - vat + disputes + handed + corrections) * 100) / 100
  return {
    totals: {
      orders: { total_amount: revenue, count: 1 },
      sales: { gross, discounts, refunds, waiting: 0, revenue, retained: 0, service_fee: 0 },
      orders_by_cc: {
        total_amount: card,
        total_amount_regular: card,
        total_amount_special: 0,
        total_amount_tourist: 0,
      },
      by_means: [],
      refunds: { total_amount: refunds },
      tickets: { count: 1, handle_fee: tickets },
      tickets_by_type: [],
    },
    calculations: {
      handle_fee_cc: { regular: clearing, special: 0, tourist: 0, total: clearing },
      handle_fee_cc_percent: { regular: 5, special: 5, tourist: 7.5 },
      handle_fee: tickets,
      free_tickets: 0,
      fees_total: clearing + tickets,
      vat_percent: 18,
      vat,
      deductions_total: clearing + tickets + vat,
      neto_deposit: net,
    },
    adjustments,
    payout: {
      status: 'not_due',
      due_at: null,
      paid_at: null,
      bank: null,
      statement:
        since === undefined
          ? null
          : { uuid: '', number: 7, payout_status: null, net_amount: net - since, since_amount: since },
    },
    generated_at: '2026-11-28T00:00:00Z',
  }
}

const pairs = (sums: Sums) => reportLines(report(sums)).map(({ line, amount }) => [line, amount])

describe('The lines of a payout report', () => {
  it('lead from the gross to the net, so that each sum is that of the lines above it', () => {
    const lines = pairs({
      gross: 1000,
      discounts: 100.1,
      refunds: 99.9,
      revenue: 800,
      card: 649.3,
      fees: [10.01, 2, 2.16],
      since: -50,
    })
    expect(lines).toEqual([
      ['gross', 1000],
      ['discounts', -100.1],
      ['refunds', -99.9],
      ['revenue', 800],
      ['elsewhere', -150.7],
      ['card', 649.3],
      ['clearing', -10.01],
      ['tickets', -2],
      ['vat', -2.16],
      ['net', 635.13],
      ['settled', 685.13],
      ['since', -50],
    ])
  })

  it('have disputes, refunds by hand and corrections behind the fees, so that they are in the net', () => {
    const adjustments = { disputes: -290, disputes_lost: 0, handed_back: 356, corrections: -1.5 }
    expect(pairs({ gross: 1000, revenue: 1000, card: 1000, adjustments }).slice(3)).toEqual([
      ['vat', 0],
      ['disputes', -290],
      ['handed_back', 356],
      ['corrections', -1.5],
      ['net', 1064.5],
    ])
  })

  it('leave out what changes nothing, and have the fees as 0 and never as -0', () => {
    expect(pairs({ gross: 100, revenue: 100, card: 100 })).toEqual([
      ['revenue', 100],
      ['clearing', 0],
      ['tickets', 0],
      ['vat', 0],
      ['net', 100],
    ])
  })

  it('leave out the statement while no refund has changed the net since', () => {
    expect(pairs({ gross: 100, revenue: 100, card: 100, since: 0 }).map(([line]) => line)).not.toContain('settled')
  })
})

describe('the fee for one free ticket', () => {
  it('is the whole fee by their number, and none without free tickets', () => {
    expect(ticketFee({ handle_fee: 54, free_tickets: 36 })).toBe(150)
    expect(ticketFee({ handle_fee: 0, free_tickets: 0 })).toBeUndefined()
  })
})
