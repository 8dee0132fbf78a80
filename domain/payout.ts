import type { Buckets, CardFees, FeeContract } from './fees.ts'
import { feesOf, ticketFeesOf } from './fees.ts'
import type { Agorot } from './money.ts'
import { sum } from './money.ts'
import { vatOn } from './vat.ts'

/** One ticket type of the event, counted over its valid tickets. */
export interface TypeCount {
  readonly id: string
  readonly name: string
  readonly count: number
  /** Free ones: price zero or invited, not cancelled before the event. */
  readonly free: number
}

export interface PayoutFacts {
  /** Paid orders of every kind less refunds: cards, cash, transfers. */
  readonly ordersTotal: Agorot
  /** Captured less refunded card payments; cash and free orders are in none. */
  readonly cards: Buckets
  readonly types: readonly TypeCount[]
  readonly contract: FeeContract
  /** The VAT rate on the day of the report. */
  readonly vatBp: number
}

export interface PayoutReport {
  readonly ordersTotal: Agorot
  readonly cards: Buckets & { readonly total: Agorot }
  readonly tickets: { readonly count: number; readonly fee: Agorot }
  readonly ticketsByType: readonly {
    readonly id: string
    readonly name: string
    readonly count: number
    readonly fee: Agorot
  }[]
  readonly cardFees: CardFees
  readonly ticketFees: Agorot
  /** Card and ticket fees, before VAT. */
  readonly feesTotal: Agorot
  readonly vat: Agorot
  /** Fees and VAT. */
  readonly deductions: Agorot
  /** Card revenue less deductions; below zero it is a debt that the next event carries. */
  readonly net: Agorot
}

/** The payout report of an event (agorot). Every amount is rounded once, and net plus deductions is the card revenue. */
export const payoutReport = ({ ordersTotal, cards, types, contract, vatBp }: PayoutFacts): PayoutReport => {
  const ticketsByType = types.map(({ id, name, count, free }) => ({
    id,
    name,
    count,
    fee: ticketFeesOf(free, contract),
  }))
  const cardFees = feesOf(cards, contract)
  const ticketFees = sum(ticketsByType.map((type) => type.fee))
  const feesTotal = cardFees.total + ticketFees
  const vat = vatOn(contract.ticketFeeIncludesVat ? cardFees.total : feesTotal, vatBp)
  const total = cards.regular + cards.special + cards.tourist
  const deductions = feesTotal + vat
  return {
    ordersTotal,
    cards: { ...cards, total },
    tickets: { count: sum(types.map((type) => type.count)), fee: ticketFees },
    ticketsByType,
    cardFees,
    ticketFees,
    feesTotal,
    vat,
    deductions,
    net: total - deductions,
  }
}
