import type { Balance, EventBalance } from '@kartis/contract/statements.ts'
import { isCancelledLate } from '@kartis/domain/cancellation.ts'
import { ADJUSTMENT_KINDS, type JournalKind, REVENUE_KINDS } from '@kartis/domain/ledger.ts'
import type { Agorot } from '@kartis/domain/money.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import type { Adjustments } from '@kartis/domain/payout.ts'
import { availableOf, type BookedFees, missingFees, reserveOf } from '@kartis/domain/settlement.ts'
import type { KindSum } from '@kartis/domain/statement.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { payoutBankOf, settlementTermsAt } from '../../people/accounts/index.ts'
import { bookedOf, ledgerReports } from './book-fees.ts'
import { payoutDueAt } from './due.ts'
import { bankText } from './event-report.ts'
import {
  arrivalsAfter,
  arrivedOf,
  bookedFeesOf,
  ledgerBalanceOf,
  promisedRefundsOf,
  readUnsettled,
  settledSalesSince,
  type SettleableEvent,
  sumsSince,
} from './due-queries.ts'
import { openPayoutsOf } from './payouts-queries.ts'
import { lastStatement } from './statements-queries.ts'
import { viewAdjustments, viewArrival, viewTotal } from './view.ts'

const DAY = 86_400_000
const MAX_EVENTS = 200

interface OpenEvent {
  readonly event: SettleableEvent
  readonly dueAt: Date
  readonly isDue: boolean
  /** agorot */
  readonly sales: Agorot
  readonly deductions: Agorot
  readonly fees: Readonly<Record<'clearing' | 'tickets' | 'vat', Agorot>>
  /** Tickets that nobody paid for. */
  readonly free: number
  /** What is neither a sale nor a fee, with its sign. */
  readonly other: Agorot
  readonly adjustments: Adjustments
  readonly net: Agorot
  /** Fees that its statement would book. */
  readonly missing: Agorot
}

const isSale = ({ kind }: KindSum): boolean => REVENUE_KINDS.includes(kind)

const adjustmentsIn = (own: readonly KindSum[]): Adjustments => {
  const of = (kinds: readonly JournalKind[]): Agorot =>
    sum(own.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount))
  const { disputes, disputesLost, handedBack, corrections } = ADJUSTMENT_KINDS
  return {
    disputes: of(disputes),
    disputesLost: of(disputesLost),
    handedBack: of(handedBack),
    corrections: of(corrections),
  }
}

const isFee = ({ kind }: KindSum): boolean => kind === 'card_fee' || kind === 'service_fee' || kind === 'vat'

/** The fees of an event by kind: what its statement would book, and what was booked of what no statement contains. */
const feesIn = (own: readonly KindSum[], due: BookedFees | undefined): OpenEvent['fees'] => {
  const booked = (kind: JournalKind): Agorot => sum(own.filter((row) => row.kind === kind).map(({ amount }) => amount))
  return {
    clearing: sum(due ? Object.values(due.cards) : []) - booked('card_fee'),
    tickets: (due?.service ?? 0) - booked('service_fee'),
    vat: (due?.vat ?? 0) - booked('vat'),
  }
}

/** What no statement contains of each event, with the fees that its statement would book. */
const openEvents = async (
  { db, accountId, now }: { readonly db: Db; readonly accountId: string; readonly now: Date },
  events: readonly SettleableEvent[],
  sums: readonly KindSum[],
  dueAtOf: (event: SettleableEvent) => Date,
): Promise<OpenEvent[]> => {
  const ids = events.map(({ id }) => id)
  const [reports, booked] = await Promise.all([ledgerReports(db, accountId, events, now), bookedFeesOf(db, ids)])
  return events.map((event) => {
    const report = reports.get(event.id)
    const own = sums.filter((row) => row.eventId === event.id)
    const due = report && missingFees(report, bookedOf(booked.filter((row) => row.event_id === event.id)))
    const missing = due ? sum([...Object.values(due.cards), due.service, due.vat]) : 0
    const total = sum(own.map(({ amount }) => amount))
    const sales = sum(own.filter(isSale).map(({ amount }) => amount))
    const fees = sum(own.filter(isFee).map(({ amount }) => amount))
    const dueAt = dueAtOf(event)
    return {
      event,
      dueAt,
      isDue: event.settled_at !== null || dueAt <= now,
      sales,
      deductions: missing - fees,
      fees: feesIn(own, due),
      free: report?.free ?? 0,
      other: total - sales - fees,
      adjustments: adjustmentsIn(own),
      net: total - missing,
      missing,
    }
  })
}

/** Whether an event is a part of the balance: one that sold nothing by card and owes no fee has no net and no day to wait for. */
const hasMoney = ({ sales, deductions, other, net }: OpenEvent): boolean =>
  sales !== 0 || deductions !== 0 || other !== 0 || net !== 0

const viewEvent = ({
  event,
  dueAt,
  isDue,
  sales,
  deductions,
  fees,
  free,
  other,
  adjustments,
  net,
}: OpenEvent): EventBalance => ({
  event_uuid: event.id,
  name: event.name,
  ends_at: event.ends_at.toISOString(),
  due_at: dueAt.toISOString(),
  status: isDue ? 'payable' : 'pending',
  sales_amount: toShekels(sales),
  deductions_amount: toShekels(deductions),
  fees: { clearing: toShekels(fees.clearing), tickets: toShekels(fees.tickets), vat: toShekels(fees.vat) },
  free_tickets: free,
  cancelled_after_start: isCancelledLate(event.cancelled_at, event.starts_at),
  other_amount: toShekels(other),
  adjustments: viewAdjustments(adjustments),
  net_amount: toShekels(net),
})

/** The balance of an account as a statement would find it now (shekels). Nothing is booked. */
export const balanceOf = async (
  { reportDb: db, settings }: Pick<Platform, 'reportDb' | 'settings'>,
  accountId: string,
  now: Date,
): Promise<Balance> => {
  const [last, events, terms, ledger, runs, payouts] = await Promise.all([
    lastStatement(db, accountId),
    readUnsettled(db, accountId),
    settlementTermsAt(db, accountId, now),
    ledgerBalanceOf(db, accountId),
    promisedRefundsOf(db, accountId),
    openPayoutsOf(db, accountId),
  ])
  const sums = await sumsSince(db, accountId, events, last?.to_seq ?? 0)
  const open = await openEvents({ db, accountId, now }, events, sums, ({ settled_end: end }) =>
    payoutDueAt(end, settings.settlement.acquirerDays),
  )
  const due = open.filter(({ isDue }) => isDue)
  const since = new Date(now.getTime() - terms.reserveDays * DAY)
  const covered = terms.reserveDays > 0 ? await settledSalesSince(db, accountId, since) : 0
  const [opening, ofAccount, ofEvents] = [
    last?.closing ?? 0,
    sum(sums.filter(({ eventId }) => eventId === null).map(({ amount }) => amount)),
    sum(due.map(({ net }) => net)),
  ]
  const owed = opening + ofAccount + ofEvents
  const reserve = Math.min(
    Math.max(0, owed),
    terms.reserveDays > 0 ? reserveOf(covered + sum(due.map(({ sales }) => sales)), terms.reserveBp) : 0,
  )
  // Whole, also where it is more than is owed: the payable is below 0 then, as it will be when the refunds are sent.
  const promised = sum(runs.map(({ amount }) => amount))
  // The statement books the fees before it looks at what has arrived.
  const [booked, arrivals, bank] = await Promise.all([
    arrivedOf(db, accountId, settings.settlement, now),
    arrivalsAfter(db, accountId, settings.settlement, now),
    payoutBankOf(db, accountId),
  ])
  const arrived = booked - sum(due.map(({ missing }) => missing))
  const available = bank ? availableOf({ balance: owed, arrived, promisedRefunds: promised, reserve }) : 0
  const shown = open.filter(hasMoney).toSorted((a, b) => b.event.ends_at.getTime() - a.event.ends_at.getTime())
  return {
    as_of: now.toISOString(),
    payable: toShekels(owed - reserve - promised),
    pending: toShekels(sum(open.filter(({ isDue }) => !isDue).map(({ net }) => net))),
    reserved: toShekels(reserve + promised + ledger.disputes),
    available: toShekels(available),
    parts: {
      opening_balance: toShekels(opening),
      account_amount: toShekels(ofAccount),
      events_amount: toShekels(ofEvents),
      reserve: toShekels(reserve),
      promised_refunds: toShekels(promised),
      disputes: toShekels(ledger.disputes),
      not_arrived: toShekels(Math.max(0, owed - arrived)),
      payouts: payouts.map(viewTotal),
      ledger: {
        payable: toShekels(ledger.payable),
        in_transit: toShekels(ledger.inTransit),
        disputes: toShekels(ledger.disputes),
        fees_to_come: toShekels(-sum(open.map(({ missing }) => missing))),
      },
      arrivals: arrivals.map(viewArrival),
      bank: bankText(bank),
    },
    by_event: shown.slice(0, MAX_EVENTS).map(viewEvent),
    other_events: Math.max(0, shown.length - MAX_EVENTS),
  }
}
