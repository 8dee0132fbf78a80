import {
  type Books,
  histories,
  historyCases,
  type MadeStatement,
  type RefundStep,
} from '@kartis/testing/money-history.ts'
import { EVENT_ENDS, playHistory } from '@kartis/testing/money-player.ts'
import { assert, asyncProperty } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CardBucket } from './card-bucket.ts'
import { bucketsOf, type FeeContract } from './fees.ts'
import {
  correctionLines,
  disputeEndJournals,
  disputeLines,
  feeLines,
  feePaymentLines,
  type Holder,
  isBalanced,
  type JournalKind,
  type LedgerLine,
  payoutConfirmedLines,
  payoutLines,
  payoutReturnedLines,
  refundByHandLines,
  refundFailedLines,
  refundLines,
  refundOwedLines,
  refundPaidLines,
  refundWithdrawnLines,
  REVENUE_KINDS,
  saleLines,
} from './ledger.ts'
import { writtenAndRead } from '@kartis/testing/written-and-read.ts'
import { sum } from './money.ts'
import { payoutReport } from './payout.ts'
import {
  acquirerPaidUntil,
  acquirerPaysAt,
  availableOf,
  holderOf,
  missingFees,
  reserveOf,
  type SettlementMode,
} from './settlement.ts'
import { type KindSum, nextStatement, REVENUE_LINES, type Statement, statementLines } from './statement.ts'
import { type VatRate, vatBpAt } from './vat.ts'
import { dayIn, ISRAEL_ZONE } from './zone.ts'

const DAYS = [2]
const DAY = 86_400_000

interface Journal {
  readonly kind: JournalKind
  readonly event: number | null
  readonly holder: Holder | null
  readonly bucket: CardBucket | null
  readonly at: Date
  readonly lines: readonly LedgerLine[]
}

type Terms = FeeContract & { readonly mode: SettlementMode; readonly reserveBp: number; readonly reserveDays: number }

/** An account whose books are kept by the rules of the domain alone, with lists for tables. */
class AccountBooks implements Books {
  private readonly journals: Journal[] = []
  private readonly terms: { at: Date; terms: Terms }[] = []
  private readonly vat: VatRate[] = [{ from: '2025-01-01', bp: 1800 }]
  private readonly free = EVENT_ENDS.map(() => 0)
  private readonly settled = new Map<number, { at: Date; seq: number }>()
  private readonly statements: (Statement & { hash: string; seq: number })[] = []
  private readonly sales: { event: number; holder: Holder; bucket: CardBucket | null }[] = []
  private readonly refunds: { sale: number; amount: number }[] = []
  private readonly disputes: { sale: number; amount: number }[] = []
  private readonly promises: { event: number; amount: number; isHeld: boolean }[] = []
  private readonly payouts: { amount: number; isApproved: boolean; isConfirmed: boolean }[] = []
  private files = 0

  private book(journal: Journal): void {
    if (!isBalanced(journal.lines)) throw new Error(`${journal.kind} is not balanced`)
    this.journals.push(journal)
  }

  private about(sale: number, at: Date) {
    const { event, holder, bucket } = this.sales[sale] ?? { event: 0, holder: 'platform' as const, bucket: null }
    return { event, holder, bucket, at }
  }

  private ofAccount(kind: JournalKind, at: Date, lines: readonly LedgerLine[]): void {
    this.book({ kind, event: null, holder: null, bucket: null, at, lines })
  }

  private termsAt(at: Date): Terms {
    const found = this.terms.findLast((row) => row.at <= at)
    if (!found) throw new Error('no terms')
    return found.terms
  }

  sell: Books['sell'] = ({ event, amount, bucket, cash, at }) => {
    const holder = holderOf(cash ? 'cash' : 'card', this.termsAt(at).mode, false)
    this.sales.push({ event, holder, bucket: cash ? null : bucket })
    const kind = cash ? 'cash_sale' : 'sale'
    this.book({ kind, ...this.about(this.sales.length - 1, at), lines: saleLines(holder, amount) })
  }

  giveFree: Books['giveFree'] = (event, count) => {
    this.free[event] = (this.free[event] ?? 0) + count
  }

  refund: Books['refund'] = (sale, place, { amount, end }, at) => {
    this.refunds.push({ sale, amount })
    const about = this.about(sale, at)
    this.book({ kind: 'refund', ...about, lines: refundLines(about.holder, amount) })
    if (about.holder !== 'register' && end === 'by_hand')
      this.book({ kind: 'refund_by_hand', ...about, lines: refundByHandLines(about.holder, amount) })
    else if (end === 'paid' || end === 'failed' || end === 'waits') this.closeRefund(place, end, at)
  }

  private closeRefund(place: number, end: RefundStep, at: Date): void {
    const { sale, amount } = this.refunds[place] ?? { sale: 0, amount: 0 }
    const about = this.about(sale, at)
    const { holder } = about
    if (holder === 'register') return
    if (end === 'paid') this.book({ kind: 'refund_paid', ...about, lines: refundPaidLines(holder, amount) })
    if (end === 'failed' || end === 'waits') {
      this.book({ kind: 'refund_failed', ...about, lines: refundFailedLines(holder, amount) })
      this.book({ kind: 'refund_owed', ...about, lines: refundOwedLines(holder, amount) })
    }
    if (end === 'transferred') this.book({ kind: 'refund_by_hand', ...about, lines: refundByHandLines(holder, amount) })
    if (end === 'withdrawn')
      this.book({ kind: 'refund_withdrawn', ...about, lines: refundWithdrawnLines(holder, amount) })
  }

  endRefund: Books['endRefund'] = (place, end, at) => this.closeRefund(place, end, at)

  promise: Books['promise'] = (sale, _place, amount) => {
    const { event, holder } = this.about(sale, new Date(0))
    this.promises.push({ event, amount, isHeld: holder === 'platform' })
  }

  endPromise: Books['endPromise'] = (place) => {
    const ended = this.promises[place]
    if (ended) ended.isHeld = false
  }

  private promised(): { eventId: string; eventName: string; amount: number }[] {
    const held = this.promises.filter(({ isHeld }) => isHeld)
    return held.map(({ event, amount }) => ({ eventId: String(event), eventName: '', amount }))
  }

  dispute: Books['dispute'] = (sale, _place, amount, at) => {
    this.disputes.push({ sale, amount })
    const about = this.about(sale, at)
    if (about.holder === 'platform') this.book({ kind: 'dispute', ...about, lines: disputeLines(amount) })
  }

  decide: Books['decide'] = (place, end, at) => {
    const { sale, amount } = this.disputes[place] ?? { sale: 0, amount: 0 }
    const about = this.about(sale, at)
    if (about.holder === 'platform')
      for (const journal of disputeEndJournals(end, amount)) this.book({ ...about, ...journal })
  }

  agree: Books['agree'] = (terms, at) => {
    this.terms.push({ at, terms })
  }

  setVat: Books['setVat'] = (day, bp) => {
    this.vat.splice(0, this.vat.length, ...this.vat.filter(({ from }) => from !== day), { from: day, bp })
  }

  note: Books['note'] = (kind, amount, at) => {
    this.ofAccount(kind, at, kind === 'correction' ? correctionLines(amount) : feePaymentLines(amount))
  }

  private amountIn(journals: readonly Journal[], account: LedgerLine['account']): number {
    return sum(
      journals.flatMap(({ lines }) => lines.filter((line) => line.account === account)).map(({ amount }) => amount),
    )
  }

  /** Credit of the producer, and what the producer holds. */
  private creditOf(journals: readonly Journal[], account: 'producer_payable' | 'producer_held'): number {
    return 0 - this.amountIn(journals, account)
  }

  private bookFees(event: number, now: Date): void {
    const own = this.journals.filter((journal) => journal.event === event)
    const at = this.settled.get(event)?.at ?? now
    const revenue = own.filter(({ kind }) => REVENUE_KINDS.includes(kind))
    const cards = revenue.filter(({ bucket }) => bucket !== null)
    const of = (journals: readonly Journal[]): number =>
      this.creditOf(journals, 'producer_payable') + this.creditOf(journals, 'producer_held')
    const inBucket = (bucket: CardBucket): number => of(cards.filter((journal) => journal.bucket === bucket))
    const report = payoutReport({
      ordersTotal: of(revenue),
      cards: bucketsOf(of(cards), inBucket('special'), inBucket('tourist')),
      types: [{ id: '', name: '', count: 0, free: this.free[event] ?? 0 }],
      contract: this.termsAt(at),
      vatBp: vatBpAt(this.vat, dayIn(ISRAEL_ZONE, at)),
    })
    const booked = (kind: JournalKind, bucket: CardBucket | null): number =>
      this.amountIn(
        own.filter((journal) => journal.kind === kind && journal.bucket === bucket),
        'producer_payable',
      )
    const missing = missingFees(report, {
      cards: {
        regular: booked('card_fee', 'regular'),
        special: booked('card_fee', 'special'),
        tourist: booked('card_fee', 'tourist'),
      },
      service: booked('service_fee', null),
      vat: booked('vat', null),
    })
    const fee = (kind: 'card_fee' | 'service_fee' | 'vat', amount: number, bucket: CardBucket | null = null): void => {
      const lines = feeLines(kind === 'vat' ? 'vat_output' : 'platform_fee', amount)
      if (amount !== 0) this.book({ kind, event, holder: null, bucket, at: now, lines })
    }
    fee('card_fee', missing.cards.regular, 'regular')
    fee('card_fee', missing.cards.special, 'special')
    fee('card_fee', missing.cards.tourist, 'tourist')
    fee('service_fee', missing.service)
    fee('vat', missing.vat)
  }

  /** Events that are due, or settled with something new. */
  private dueEvents(now: Date): number[] {
    return EVENT_ENDS.flatMap((endsAt, event) => {
      const settled = this.settled.get(event)
      const isNew = this.journals.some((journal, index) => journal.event === event && index >= (settled?.seq ?? 0))
      const isDue = now.getTime() >= endsAt.getTime() + 4 * 3_600_000 && acquirerPaysAt(endsAt, DAYS) <= now
      return settled ? (isNew ? [event] : []) : isDue && (isNew || (this.free[event] ?? 0) > 0) ? [event] : []
    })
  }

  private sums(events: readonly number[], since: number): KindSum[] {
    const named = (journals: readonly Journal[], event: number | null): KindSum[] =>
      journals.map((journal) => ({
        kind: journal.kind,
        bucket: journal.bucket,
        eventId: event === null ? null : String(event),
        eventName: null,
        amount: this.creditOf([journal], 'producer_payable'),
        held: this.creditOf([journal], 'producer_held'),
      }))
    return [
      ...events.flatMap((event) =>
        named(
          this.journals.slice(this.settled.get(event)?.seq ?? 0).filter((journal) => journal.event === event),
          event,
        ),
      ),
      ...named(
        this.journals.slice(since).filter(({ event }) => event === null),
        null,
      ),
    ]
  }

  private available(balance: number, sales: number, now: Date): number {
    if (balance <= 0) return 0
    const { reserveBp, reserveDays } = this.termsAt(now)
    const until = acquirerPaidUntil(now, DAYS)
    const late = this.journals.filter(({ kind, at }) => kind === 'sale' && at >= until)
    const covered = this.statements.filter(({ madeAt }) => madeAt.getTime() > now.getTime() - reserveDays * DAY)
    const earlier = covered.flatMap(({ lines }) => lines.filter(({ kind }) => REVENUE_LINES.includes(kind)))
    return availableOf({
      balance,
      arrived: this.creditOf(this.journals, 'producer_payable') - this.creditOf(late, 'producer_payable'),
      promisedRefunds: sum(this.promised().map(({ amount }) => amount)),
      reserve: reserveDays > 0 ? reserveOf(sum(earlier.map(({ amount }) => amount)) + sales, reserveBp) : 0,
    })
  }

  state: Books['state'] = (now) => {
    const last = this.statements.at(-1)
    const events = this.dueEvents(now)
    for (const event of events) this.bookFees(event, now)
    const lines = statementLines(this.sums(events, last?.seq ?? 0))
    const sales = sum(lines.filter(({ kind }) => REVENUE_LINES.includes(kind)).map(({ amount }) => amount))
    const { closing } = nextStatement(last, { accountId: 'a', madeAt: now, lines, paidOut: 0 })
    const paidOut = this.available(closing, sales, now)
    if (lines.length === 0 && paidOut === 0) return undefined
    const promised = this.promised()
    const statement = nextStatement(last, { accountId: 'a', madeAt: now, lines, promised, paidOut })
    if (paidOut > 0) {
      this.ofAccount('payout', now, payoutLines(paidOut))
      this.payouts.push({ amount: paidOut, isApproved: false, isConfirmed: false })
    }
    const seq = this.journals.length
    for (const event of events) this.settled.set(event, { at: this.settled.get(event)?.at ?? now, seq })
    this.statements.push({ ...statement, hash: '', seq })
    const made: MadeStatement = {
      number: statement.number,
      opening: statement.opening,
      closing: statement.closing,
      lines: statement.lines.map(({ kind, eventId, amount, held }) => ({
        kind,
        event: eventId === null ? null : Number(eventId),
        amount,
        held,
      })),
      promised: sum(statement.promised.map(({ amount }) => amount)),
      payout: paidOut > 0 ? paidOut : undefined,
    }
    return made
  }

  step: Books['step'] = (step, place, at) => {
    const payout = this.payouts[place]
    if (!payout) throw new Error('no such payout')
    if (step === 'approve') payout.isApproved = true
    if (step === 'confirm') {
      payout.isConfirmed = true
      this.ofAccount('payout_confirmed', at, payoutConfirmedLines(payout.amount))
    }
    if (step === 'return' && payout.isConfirmed)
      this.ofAccount('payout_returned', at, payoutReturnedLines(payout.amount))
    if (step === 'reissue') this.payouts.push({ amount: payout.amount, isApproved: false, isConfirmed: false })
  }

  exported: Books['exported'] = (at) => {
    const approved = this.payouts.filter(({ isApproved }) => isApproved)
    for (const payout of approved) payout.isApproved = false
    if (approved.length === 0) return []
    this.files++
    const amounts = approved.map(({ amount }) => amount)
    return writtenAndRead(amounts, dayIn(ISRAEL_ZONE, at), this.files)
  }

  ledger: Books['ledger'] = () => {
    const accounts = new Set(this.journals.flatMap(({ lines }) => lines.map(({ account }) => account)))
    return Object.fromEntries([...accounts].map((account) => [account, this.amountIn(this.journals, account)]))
  }
}

describe('random histories of sales, refunds, disputes, fees, VAT, payouts and corrections', () => {
  it('leave ledger, statements and bank files equal to the sums of what happened, to the agora', async () => {
    expect.assertions(0)
    await assert(
      asyncProperty(histories, (acts) => playHistory(acts, new AccountBooks())),
      { seed: 1313, numRuns: historyCases('MONEY_CASES', 10_000) },
    )
  }, 600_000)
})
