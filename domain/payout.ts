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

/** What changes the net of an event and is neither revenue nor a fee; in favour of the producer above 0. */
export interface Adjustments {
  /** Disputed charges, until they are decided. */
  readonly disputes: Agorot
  /** Disputed charges that the acquirer has taken. */
  readonly disputesLost: Agorot
  /** Refunds that the producer has paid in place of the installation. */
  readonly handedBack: Agorot
  readonly corrections: Agorot
}

export const NO_ADJUSTMENTS: Adjustments = { disputes: 0, disputesLost: 0, handedBack: 0, corrections: 0 }

export const adjustmentsTotal = ({ disputes, disputesLost, handedBack, corrections }: Adjustments): Agorot =>
  disputes + disputesLost + handedBack + corrections

export interface PayoutFacts {
  /** Paid orders of every kind less refunds: cards, cash, transfers. */
  readonly ordersTotal: Agorot
  /** Captured less refunded card payments; cash and free orders are in none. */
  readonly cards: Buckets
  readonly types: readonly TypeCount[]
  readonly contract: FeeContract
  /** The VAT rate on the day of the report. */
  readonly vatBp: number
  /** None unless given. */
  readonly adjustments?: Adjustments | undefined
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
  readonly adjustments: Adjustments
  /** Card revenue less deductions, with the adjustments; below zero it is a debt that the next event carries. */
  readonly net: Agorot
}

/** The payout report of an event (agorot). Every amount is rounded once, and net plus deductions is card revenue and adjustments. */
export const payoutReport = ({
  ordersTotal,
  cards,
  types,
  contract,
  vatBp,
  adjustments = NO_ADJUSTMENTS,
}: PayoutFacts): PayoutReport => {
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
    adjustments,
    net: total - deductions + adjustmentsTotal(adjustments),
  }
}
