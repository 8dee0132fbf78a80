import { CARD_BUCKETS, type CardBucket } from '@kartis/domain/card-bucket.ts'
import { type Agorot, toAgorot, toShekels } from '@kartis/domain/money.ts'
import type { EventReport } from './event-figures.ts'

export interface ReportLine {
  readonly line:
    | 'gross'
    | 'discounts'
    | 'refunds'
    | 'revenue'
    | 'elsewhere'
    | 'card'
    | 'clearing'
    | 'tickets'
    | 'vat'
    | 'disputes'
    | 'disputes_lost'
    | 'handed_back'
    | 'corrections'
    | 'net'
    | 'settled'
    | 'since'
  /** Shekels; deductions are negative. */
  readonly amount: number
  readonly role?: 'sum' | 'net'
}

const plain = (line: ReportLine['line'], amount: number): ReportLine => ({ line, amount })

/** Neither revenue nor fees: disputes, refunds that the producer has paid, corrections. */
export const ADJUSTMENTS = ['disputes', 'disputes_lost', 'handed_back', 'corrections'] as const

/** From what was paid by card to the payout: fees, what is neither revenue nor a fee where there is any, and the net. */
export const payoutLines = ({
  calculations,
  adjustments,
}: Pick<EventReport, 'calculations' | 'adjustments'>): ReportLine[] => [
  // Subtracted from 0, so that a fee of nothing is not -0.
  plain('clearing', 0 - calculations.handle_fee_cc.total),
  plain('tickets', 0 - calculations.handle_fee),
  plain('vat', 0 - calculations.vat),
  ...ADJUSTMENTS.flatMap((line) => (adjustments[line] === 0 ? [] : [plain(line, adjustments[line])])),
  { line: 'net', amount: calculations.neto_deposit, role: 'net' },
]

/**
 * From gross sales to revenue to the payout, the same lines on the screen and in files: sums are of the lines above them, and
 * lines that change nothing are missing, except the fees, which are always there.
 */
export const reportLines = ({ totals, calculations, adjustments, payout }: EventReport): ReportLine[] => {
  const { gross, discounts, refunds, revenue } = totals.sales
  const card = totals.orders_by_cc.total_amount
  const elsewhere = toShekels(toAgorot(totals.orders.total_amount) - toAgorot(card))
  const { statement } = payout
  return [
    ...(gross === revenue ? [] : [plain('gross', gross)]),
    ...(discounts > 0 ? [plain('discounts', 0 - discounts)] : []),
    ...(refunds > 0 ? [plain('refunds', 0 - refunds)] : []),
    { line: 'revenue', amount: totals.orders.total_amount, role: 'sum' },
    ...(elsewhere === 0
      ? []
      : [plain('elsewhere', 0 - elsewhere), { line: 'card', amount: card, role: 'sum' } as const]),
    ...payoutLines({ calculations, adjustments }),
    ...(statement && statement.since_amount !== 0
      ? [plain('settled', statement.net_amount), plain('since', statement.since_amount)]
      : []),
  ]
}

/** The fee for one free ticket; undefined without free tickets. */
export const ticketFee = ({
  handle_fee: fee,
  free_tickets: count,
}: Pick<EventReport['calculations'], 'handle_fee' | 'free_tickets'>): Agorot | undefined =>
  count > 0 ? toAgorot(fee) / count : undefined

export interface CardFeeRow {
  readonly kind: CardBucket | 'total'
  /** Of all kinds it is what the fees come to; undefined without sales. */
  readonly percent: number | undefined
  /** Sales less refunds, shekels. */
  readonly sales: number
  readonly fee: number
}

/** What the card fee of an event is made of, by kind of card, the same on the screen and in files; the last row is their sum. */
export const cardFeeRows = ({
  totals: { orders_by_cc: sales },
  calculations: { handle_fee_cc: fees, handle_fee_cc_percent: percents },
}: Pick<EventReport, 'calculations'> & {
  readonly totals: Pick<EventReport['totals'], 'orders_by_cc'>
}): CardFeeRow[] => {
  const whole = toAgorot(sales.total_amount)
  return [
    ...CARD_BUCKETS.map((kind) => ({
      kind,
      percent: percents[kind],
      sales: sales[`total_amount_${kind}`],
      fee: fees[kind],
    })),
    {
      kind: 'total',
      percent: whole === 0 ? undefined : Math.round((toAgorot(fees.total) / whole) * 10_000) / 100,
      sales: sales.total_amount,
      fee: fees.total,
    },
  ]
}
