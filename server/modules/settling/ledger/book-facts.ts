import {
  cancellationFeeLines,
  refundByHandLines,
  refundFailedLines,
  refundLines,
  refundOwedLines,
  refundPaidLines,
  refundTransferredLines,
  refundWithdrawnLines,
  saleLines,
} from '@kartis/domain/ledger.ts'
import { holderOf, type SettlementMode } from '@kartis/domain/settlement.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { DomainEvent, Subscription } from '../../../platform/domain-events/domain-events.ts'
import type { Platform } from '../../../platform/platform.ts'
import { bookJournals, type Journal } from './book-journals.ts'
import { type BookedSale, type PaymentFact, readPaid, readPaidOfOrders, readSales } from './facts-queries.ts'

const TYPES = [
  'payment.paid',
  'refund.requested',
  'refund.done',
  'refund.failed',
  'refund.withdrawn',
  'order.tickets_cancelled',
] as const
type Fact = DomainEvent<(typeof TYPES)[number]>

/** The time of booking, and the mode of accounts whose contract names none. */
export interface Booking {
  readonly now: Date
  readonly mode: SettlementMode
}

const saleOf = (payment: PaymentFact, { mode }: Booking): Journal => {
  const holder = holderOf(payment.method, payment.mode ?? mode, payment.own_terminal)
  return {
    kind: holder === 'register' ? 'cash_sale' : 'sale',
    ref: payment.id,
    accountId: payment.account_id,
    eventId: payment.event_id,
    orderId: payment.order_id,
    holder,
    // A card whose rate is unknown is regular, as in the payout report.
    bucket: holder === 'register' ? null : (payment.bucket ?? 'regular'),
    occurredAt: payment.paid_at,
    lines: saleLines(holder, payment.amount),
  }
}

/** Books payments that are not booked yet, and returns the sales of all of them by payment. */
export const bookSales = async (
  tx: Tx,
  payments: readonly PaymentFact[],
  booking: Booking,
): Promise<Map<string, BookedSale>> => {
  // A charge of nothing moves no money.
  await bookJournals(
    tx,
    payments.filter(({ amount }) => amount > 0).map((payment) => saleOf(payment, booking)),
    booking.now,
  )
  return readSales(
    tx,
    payments.map(({ id }) => id),
  )
}

type RefundEnd = 'refund_paid' | 'refund_failed' | 'refund_owed' | 'refund_withdrawn' | 'refund_by_hand'

const END_LINES = {
  refund_paid: refundPaidLines,
  refund_failed: refundFailedLines,
  refund_owed: refundOwedLines,
  refund_withdrawn: refundWithdrawnLines,
  refund_by_hand: refundByHandLines,
} as const satisfies Record<RefundEnd, unknown>

export interface RefundStep {
  readonly kind: 'refund' | RefundEnd
  readonly refundId: string
  readonly amount: number
  readonly at: Date
  /** Sent by bank transfer of the installation, not by the gateway. */
  readonly fromBank?: boolean
}

/** A step of a refund, in the books of its sale. Nothing for cash that was handed back when the refund was promised. */
export const refundJournals = (
  sale: BookedSale,
  { kind, refundId, amount, at, fromBank = false }: RefundStep,
): Journal[] => {
  const { holder, bucket } = sale
  const journal = {
    kind,
    ref: refundId,
    accountId: sale.account_id,
    eventId: sale.event_id,
    orderId: sale.order_id,
    holder,
    bucket,
    occurredAt: at,
  }
  if (kind === 'refund') return [{ ...journal, lines: refundLines(holder, amount) }]
  if (holder === 'register') return []
  if (fromBank) return [{ ...journal, lines: refundTransferredLines(amount) }]
  return [{ ...journal, lines: END_LINES[kind](holder, amount) }]
}

type RefundChange = DomainEvent<'refund.requested' | 'refund.done' | 'refund.failed' | 'refund.withdrawn'>

const isFromBank = (fact: RefundChange): boolean => fact.type === 'refund.done' && fact.data.from_bank === true

const stepsOf = (fact: RefundChange): RefundStep['kind'][] => {
  if (fact.type === 'refund.requested') return ['refund']
  if (fact.type === 'refund.withdrawn') return ['refund_withdrawn']
  if (fact.type === 'refund.failed') return fact.data.waits ? ['refund_failed', 'refund_owed'] : ['refund_failed']
  return [fact.data.by_hand && !isFromBank(fact) ? 'refund_by_hand' : 'refund_paid']
}

/** The part of an order that stays after a cancellation. Nothing where events of older versions do not say it. */
const feeJournal = (fact: DomainEvent<'order.tickets_cancelled'>, sale: BookedSale | undefined): Journal[] =>
  sale && fact.data.fee !== undefined && fact.data.fee > 0
    ? [
        {
          kind: 'cancellation_fee',
          // An order is locked while it is cancelled: it is not cancelled twice at one instant.
          ref: `${fact.subject} ${fact.at.toISOString()}`,
          accountId: sale.account_id,
          eventId: sale.event_id,
          orderId: fact.subject,
          holder: sale.holder,
          bucket: sale.bucket,
          occurredAt: fact.at,
          lines: cancellationFeeLines(sale.holder, fact.data.fee),
        },
      ]
    : []

/**
 * Books domain events. The sales of refunded payments are booked first where they are not yet: a payment may be older than
 * the ledger.
 */
export const bookFacts = async (tx: Tx, facts: readonly Fact[], booking: Booking): Promise<void> => {
  const payments = facts.flatMap((fact) => {
    if (fact.eventId === null || fact.type === 'order.tickets_cancelled') return []
    return [{ eventId: fact.eventId, id: fact.type === 'payment.paid' ? fact.subject : fact.data.payment }]
  })
  const cancelled = facts.flatMap((fact) =>
    fact.type === 'order.tickets_cancelled' && fact.eventId !== null
      ? [{ eventId: fact.eventId, orderId: fact.subject }]
      : [],
  )
  const ofOrders = await readPaidOfOrders(tx, cancelled)
  const sales = await bookSales(tx, [...(await readPaid(tx, payments)), ...ofOrders], booking)
  const saleOfOrder = new Map(ofOrders.map(({ order_id, id }) => [order_id, sales.get(id)]))
  const journals = facts.flatMap((fact) => {
    if (fact.type === 'payment.paid') return []
    if (fact.type === 'order.tickets_cancelled') return feeJournal(fact, saleOfOrder.get(fact.subject))
    const sale = sales.get(fact.data.payment)
    if (!sale) throw new Error(`refund ${fact.subject} is of a payment that was never paid`)
    const step = { refundId: fact.subject, amount: fact.data.amount, at: fact.at, fromBank: isFromBank(fact) }
    return stepsOf(fact).flatMap((kind) => refundJournals(sale, { kind, ...step }))
  })
  await bookJournals(tx, journals, booking.now)
}

export const bookingOf = ({ clock, settings }: Pick<Platform, 'clock' | 'settings'>): Booking => ({
  now: clock(),
  mode: settings.settlement.mode,
})

/** The reader that keeps the ledger: what was paid, refunded and retained is booked in the order of commits. */
export const ledgerReader = (platform: Platform): Subscription<(typeof TYPES)[number]> => ({
  name: 'ledger',
  types: TYPES,
  handle: (tx, facts) => bookFacts(tx, facts, bookingOf(platform)),
})
