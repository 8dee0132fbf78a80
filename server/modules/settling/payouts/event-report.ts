import type { EventReport, PayoutAfter } from '@kartis/contract/event-figures.ts'
import { bucketsOf, type FeeContract } from '@kartis/domain/fees.ts'
import { type Agorot, sum, toPercent, toShekels } from '@kartis/domain/money.ts'
import { type Adjustments, NO_ADJUSTMENTS, payoutReport, type PayoutReport } from '@kartis/domain/payout.ts'
import { revenueOf } from '@kartis/domain/revenue.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { feeTermsAt, payoutBankOf, vatRateAt } from '../../people/accounts/index.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { viewAdjustments } from './view.ts'
import { adjustmentsOf } from '../ledger/index.ts'
import { payoutDueAt, settledEnd } from './due.ts'
import { serviceFeeOf } from './service-fee-sql.ts'
import { type EventSettlement, type SettlingStatement, settlementOf, settlingStatementOf } from './settled-queries.ts'
import {
  type CapturedRow,
  capturedOf,
  type MeansRow,
  meansOf,
  type OrdersRow,
  ordersOf,
  type TypeSalesRow,
  typeSalesOf,
} from './sales-queries.ts'

interface Inputs {
  readonly captured: CapturedRow
  readonly orders: OrdersRow
  readonly types: readonly TypeSalesRow[]
  readonly means: readonly MeansRow[]
  /** Of the revenue, paid by buyers as the service fee. */
  readonly serviceFee: number
  readonly contract: FeeContract
  readonly vatBp: number
  readonly settled: EventSettlement | undefined
  readonly statement: SettlingStatement | undefined
  readonly adjustments: Adjustments | undefined
}

interface ReportFacts extends Inputs {
  readonly report: PayoutReport
}

type ReportedEvent = Pick<EventRow, 'id' | 'account_id' | 'starts_at'>

/**
 * What the payout report of an event is computed from: its payments and tickets. Fee contract and VAT rate are those of the
 * day on which a statement settled it; until then the current ones.
 */
const readInputs = async (db: Db, event: ReportedEvent, now: Date): Promise<Inputs> => {
  const [settled, statement] = await Promise.all([settlementOf(db, event.id), settlingStatementOf(db, event.id)])
  const at = settled?.settled_at ?? now
  const [captured, orders, types, means, serviceFee, contract, vatBp, adjustments] = await Promise.all([
    capturedOf(db, event.id),
    ordersOf(db, event.id),
    typeSalesOf(db, event.id, event.starts_at),
    meansOf(db, event.id),
    serviceFeeOf(db, event.id),
    feeTermsAt(db, event.account_id, at),
    vatRateAt(db, at),
    adjustmentsOf(db, [event.id]),
  ])
  return {
    captured,
    orders,
    types,
    means,
    serviceFee,
    contract,
    vatBp,
    settled,
    statement,
    adjustments: adjustments.get(event.id),
  }
}

/** The payout report of an event, in agorot. */
const computeReport = async (db: Db, event: ReportedEvent, now: Date): Promise<ReportFacts> => {
  const inputs = await readInputs(db, event, now)
  const { captured, types, contract, vatBp, adjustments } = inputs
  const report = payoutReport({
    ordersTotal: captured.total,
    cards: bucketsOf(captured.cards, captured.special, captured.tourist),
    types,
    contract,
    vatBp,
    adjustments,
  })
  return { ...inputs, report }
}

/** What is still to be refunded of an event, in agorot. */
export interface OpenRefunds {
  /** Of cards; of those with a rate of their own. */
  readonly cards: Agorot
  readonly special: Agorot
  readonly tourist: Agorot
  /** The part of it that the producer pays in place of the installation. */
  readonly handedBack: Agorot
  /** Tickets that cost nothing, and are cancelled with it. */
  readonly free: number
}

/**
 * What payout reports of an event say once these are refunded (shekels), with the fees of today. Tickets that cost nothing have
 * their fee also where they are cancelled after the event began.
 */
export const payoutsAfter = async (
  db: Db,
  event: ReportedEvent,
  open: readonly OpenRefunds[],
  now: Date,
): Promise<PayoutAfter[]> => {
  const { captured, types, contract, vatBp, adjustments = NO_ADJUSTMENTS, statement } = await readInputs(db, event, now)
  const free = sum(types.map((type) => type.free))
  return open.map((refunds) => {
    const left = now < event.starts_at ? free - refunds.free : free
    const report = payoutReport({
      ordersTotal: captured.total - refunds.cards,
      cards: bucketsOf(
        captured.cards - refunds.cards,
        captured.special - refunds.special,
        captured.tourist - refunds.tourist,
      ),
      types: [{ id: event.id, name: '', count: 0, free: left }],
      contract,
      vatBp,
      adjustments: { ...adjustments, handedBack: adjustments.handedBack + refunds.handedBack },
    })
    return {
      orders_by_cc: viewCards(report),
      calculations: viewCalculations({ report, contract, vatBp }, left),
      adjustments: viewAdjustments(report.adjustments),
      after_start: now >= event.starts_at,
      settled_amount: statement ? toShekels(statement.net) : null,
      since_amount: toShekels(report.net - (statement?.net ?? 0)),
    }
  })
}

/** The revenue in its parts. They are counted from orders and tickets; the sum of the payments is the same. */
const viewSales = ({ orders, types, serviceFee }: ReportFacts): EventReport['totals']['sales'] => {
  const { gross, discounts, refunds, revenue, retained } = revenueOf({
    gross: orders.gross,
    discounts: orders.discounts,
    refunds: orders.refunded,
    validTickets: sum(types.map((type) => type.amount)),
  })
  return {
    gross: toShekels(gross),
    discounts: toShekels(discounts),
    refunds: toShekels(refunds),
    waiting: toShekels(orders.waiting),
    revenue: toShekels(revenue),
    retained: toShekels(retained),
    service_fee: toShekels(serviceFee),
  }
}

type Bank = Awaited<ReturnType<typeof payoutBankOf>>

/** Bank, branch and the last digits of the account number: enough to recognise it. */
export const bankText = (bank: Bank): string | null =>
  bank ? `${bank.bank_number}-${bank.branch_number}-****${bank.account_number_tail}` : null

const viewTypes = ({ report, types }: ReportFacts): EventReport['totals']['tickets_by_type'] =>
  types.map((type) => ({
    uuid: type.id,
    name: type.name,
    price: toShekels(type.price),
    count: type.count,
    total_amount: toShekels(type.amount),
    handle_fee: toShekels(report.ticketsByType.find(({ id }) => id === type.id)?.fee ?? 0),
  }))

const viewStatement = ({ report, statement }: ReportFacts): EventReport['payout']['statement'] =>
  statement
    ? {
        uuid: statement.id,
        number: statement.number,
        payout_status: statement.payout_state,
        net_amount: toShekels(statement.net),
        since_amount: toShekels(report.net - statement.net),
      }
    : null

interface ReportContext {
  readonly dueAt: Date
  readonly bank: Bank
  readonly now: Date
}

const viewCards = ({ cards }: PayoutReport): EventReport['totals']['orders_by_cc'] => ({
  total_amount: toShekels(cards.total),
  total_amount_regular: toShekels(cards.regular),
  total_amount_special: toShekels(cards.special),
  total_amount_tourist: toShekels(cards.tourist),
})

const viewCalculations = (
  { report, contract, vatBp }: Pick<ReportFacts, 'report' | 'contract' | 'vatBp'>,
  free: number,
): EventReport['calculations'] => {
  const { cardFees } = report
  return {
    handle_fee_cc: {
      regular: toShekels(cardFees.regular),
      special: toShekels(cardFees.special),
      tourist: toShekels(cardFees.tourist),
      total: toShekels(cardFees.total),
    },
    handle_fee_cc_percent: {
      regular: toPercent(contract.regularBp),
      special: toPercent(contract.specialBp),
      tourist: toPercent(contract.touristBp),
    },
    handle_fee: toShekels(report.ticketFees),
    free_tickets: free,
    fees_total: toShekels(report.feesTotal),
    vat_percent: toPercent(vatBp),
    vat: toShekels(report.vat),
    deductions_total: toShekels(report.deductions),
    neto_deposit: toShekels(report.net),
  }
}

const viewReport = (facts: ReportFacts, { dueAt, bank, now }: ReportContext): EventReport => {
  const { report, orders, settled } = facts
  const paidAt = settled?.paid_at ?? null
  return {
    totals: {
      orders: { total_amount: toShekels(report.ordersTotal), count: orders.count },
      orders_by_cc: viewCards(report),
      sales: viewSales(facts),
      by_means: facts.means.map(({ means, count, net }) => ({ means, count, total_amount: toShekels(net) })),
      refunds: { total_amount: toShekels(orders.refunded) },
      tickets: { count: sum(facts.types.map((type) => type.count)), handle_fee: toShekels(report.tickets.fee) },
      tickets_by_type: viewTypes(facts),
    },
    calculations: viewCalculations(facts, sum(facts.types.map((type) => type.free))),
    adjustments: viewAdjustments(report.adjustments),
    payout: {
      status: paidAt ? 'paid' : now > dueAt ? 'pending' : 'not_due',
      due_at: dueAt.toISOString(),
      paid_at: paidAt?.toISOString() ?? null,
      bank: bankText(bank),
      statement: viewStatement(facts),
    },
    generated_at: now.toISOString(),
  }
}

/** The payout report of an event as the API shows it (shekels). */
export const eventReport = async (
  { reportDb: db, settings }: Pick<Platform, 'reportDb' | 'settings'>,
  event: EventRow,
  now: Date,
): Promise<EventReport> => {
  const [facts, bank] = await Promise.all([computeReport(db, event, now), payoutBankOf(db, event.account_id)])
  return viewReport(facts, { dueAt: payoutDueAt(settledEnd(event), settings.settlement.acquirerDays), bank, now })
}
