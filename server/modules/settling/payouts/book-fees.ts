import { CARD_BUCKETS, type CardBucket } from '@kartis/domain/card-bucket.ts'
import { bucketsOf, type FeeContract, rateOf } from '@kartis/domain/fees.ts'
import { feeLines } from '@kartis/domain/ledger.ts'
import { type Agorot, sum } from '@kartis/domain/money.ts'
import { payoutReport, type PayoutReport } from '@kartis/domain/payout.ts'
import { type BookedFees, missingFees } from '@kartis/domain/settlement.ts'
import { vatBpAt } from '@kartis/domain/vat.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { allVatRates, feeTermsOver } from '../../people/accounts/index.ts'
import { bookJournals, type FeeBasis, type Journal, ledgerRevenueOf } from '../ledger/index.ts'
import { type BookedFee, bookedFeesOf, freeTicketsOf, type SettleableEvent } from './due-queries.ts'

/** The booked fees of one event, from its rows. */
export const bookedOf = (rows: readonly BookedFee[]): BookedFees => {
  const of = (kind: string, bucket: CardBucket | null): Agorot =>
    rows.find((row) => row.kind === kind && row.bucket === bucket)?.amount ?? 0
  return {
    cards: {
      regular: of('card_fee', 'regular'),
      special: of('card_fee', 'special'),
      tourist: of('card_fee', 'tourist'),
    },
    service: of('service_fee', null),
    vat: of('vat', null),
  }
}

interface FeeBooking {
  readonly accountId: string
  readonly event: SettleableEvent
  /** Number of the statement that they are for: with the event it names the fact. */
  readonly statement: number
  readonly now: Date
}

/** A payout report with the rates that it was made with. */
interface RatedReport extends PayoutReport {
  readonly contract: FeeContract
  readonly vatBp: number
  /** Tickets that nobody paid for. */
  readonly free: number
}

/** What the missing fees are computed of: for cards what the events sold since their fee was booked last. */
const basisOf = (report: RatedReport, missing: BookedFees, rows: readonly BookedFee[]) => {
  const { contract, vatBp } = report
  const tickets = missing.service / contract.ticketFee
  return {
    card: (bucket: CardBucket): FeeBasis | undefined => {
      const before = rows.find((row) => row.kind === 'card_fee' && row.bucket === bucket)
      const base = before === undefined ? 0 : before.base
      return base === null ? undefined : { base: report.cards[bucket] - base, rate: rateOf(contract, bucket) }
    },
    // Not whole where there is no such fee, or the terms were others when a part was booked.
    service: Number.isInteger(tickets) ? { base: tickets, rate: contract.ticketFee } : undefined,
    vat: {
      base: sum(Object.values(missing.cards)) + (contract.ticketFeeIncludesVat ? 0 : missing.service),
      rate: vatBp,
    },
  }
}

const journalsOf = (
  report: RatedReport,
  rows: readonly BookedFee[],
  { accountId, event, statement, now }: FeeBooking,
): Journal[] => {
  const missing = missingFees(report, bookedOf(rows))
  const basis = basisOf(report, missing, rows)
  const journal = (kind: 'card_fee' | 'service_fee' | 'vat', amount: Agorot, of: Of): Journal[] =>
    amount === 0
      ? []
      : [
          {
            kind,
            ref: [event.id, statement, of.bucket].filter((part) => part !== undefined).join(' '),
            accountId,
            eventId: event.id,
            orderId: null,
            holder: null,
            bucket: of.bucket ?? null,
            occurredAt: now,
            lines: feeLines(kind === 'vat' ? 'vat_output' : 'platform_fee', amount),
            basis: of.basis,
          },
        ]
  return [
    ...CARD_BUCKETS.flatMap((bucket) =>
      journal('card_fee', missing.cards[bucket], { bucket, basis: basis.card(bucket) }),
    ),
    ...journal('service_fee', missing.service, { basis: basis.service }),
    ...journal('vat', missing.vat, { basis: basis.vat }),
  ]
}

/** What a fee concerns. */
interface Of {
  readonly bucket?: CardBucket
  readonly basis: FeeBasis | undefined
}

/** The payout reports of events by the ledger (agorot): fees and VAT of the day on which each was first settled, or of now. */
export const ledgerReports = async (
  tx: Db | Tx,
  accountId: string,
  events: readonly SettleableEvent[],
  now: Date,
): Promise<Map<string, RatedReport>> => {
  const ids = events.map(({ id }) => id)
  const revenue = new Map((await ledgerRevenueOf(tx, ids)).map((row) => [row.event_id, row]))
  const free = await freeTicketsOf(tx, ids)
  const termsAt = await feeTermsOver(tx, accountId)
  const vatRates = await allVatRates(tx)
  return new Map(
    events.map(({ id, settled_at: settledAt }) => {
      const { total, cards, special, tourist } = revenue.get(id) ?? { total: 0, cards: 0, special: 0, tourist: 0 }
      const at = settledAt ?? now
      const rates = { contract: termsAt(at), vatBp: vatBpAt(vatRates, dayIn(ISRAEL_ZONE, at)) }
      const report = payoutReport({
        ordersTotal: total,
        cards: bucketsOf(cards, special, tourist),
        types: [{ id, name: '', count: 0, free: free.get(id) ?? 0 }],
        ...rates,
      })
      return [id, { ...report, ...rates, free: free.get(id) ?? 0 }]
    }),
  )
}

/** Books what is missing so that the fees and the VAT of these events are those of their payout reports. */
export const bookFees = async (
  tx: Tx,
  { accountId, statement, now }: Omit<FeeBooking, 'event'>,
  events: readonly SettleableEvent[],
): Promise<void> => {
  const reports = await ledgerReports(tx, accountId, events, now)
  const booked = await bookedFeesOf(
    tx,
    events.map(({ id }) => id),
  )
  const journals = events.flatMap((event) => {
    const report = reports.get(event.id)
    const own = booked.filter((row) => row.event_id === event.id)
    return report ? journalsOf(report, own, { accountId, event, statement, now }) : []
  })
  await bookJournals(tx, journals, now)
}
