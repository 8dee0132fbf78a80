import type {
  Balance,
  CardsOfStatement,
  MeansOfStatement,
  Payout,
  PayoutTotal,
  PromisedOfStatement,
  Statement,
  StatementLine,
} from '@kartis/contract/statements.ts'
import { toPercent, toShekels } from '@kartis/domain/money.ts'
import type { Adjustments } from '@kartis/domain/payout.ts'
import type { AcquirerDays, Arrival } from '@kartis/domain/settlement.ts'
import type { PromisedRefunds, StatementLine as Line } from '@kartis/domain/statement.ts'
import { payoutDueAt } from './due.ts'
import type { ListedPayout, PayoutRow, PayoutTotalRow } from './payouts-queries.ts'
import type { StatementCards } from './statement-cards.ts'
import type { MeansSums } from './statement-sums-queries.ts'
import type { StatementRow } from './statements-queries.ts'

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null

export const viewPayout = (row: ListedPayout, days: AcquirerDays): Payout => ({
  uuid: row.id,
  status: row.state,
  amount: toShekels(row.amount),
  statement_uuid: row.statement_id,
  statement_number: row.statement_number,
  due_at: (row.last_end ? payoutDueAt(row.last_end, days) : row.drafted_at).toISOString(),
  drafted_at: row.drafted_at.toISOString(),
  approved_at: textOf(row.approved_at),
  exported_at: textOf(row.exported_at),
  sent_at: textOf(row.sent_at),
  confirmed_at: textOf(row.confirmed_at),
  returned_at: textOf(row.returned_at),
  return_reason: row.return_reason,
  reference: row.reference,
  reissue_of: row.reissue_of,
  reissued_as: row.reissued_as,
})

export const viewTotal = ({ state, reissued, payouts, amount }: PayoutTotalRow): PayoutTotal => ({
  status: state,
  reissued,
  payouts,
  amount: toShekels(amount),
})

export const viewStatement = (row: StatementRow, payout: PayoutRow | undefined): Statement => ({
  uuid: row.id,
  number: row.number,
  made_at: row.made_at.toISOString(),
  opening_balance: toShekels(row.opening),
  closing_balance: toShekels(row.closing),
  hash: row.hash,
  previous_hash: row.previous_hash,
  payout: payout ? { uuid: payout.id, status: payout.state, amount: toShekels(payout.amount) } : null,
})

export const viewLine = ({ kind, eventId, eventName, amount, held }: Line): StatementLine => ({
  kind,
  event_uuid: eventId,
  event_name: eventName,
  amount: toShekels(amount),
  held_amount: toShekels(held),
})

export const viewPromised = ({ eventId, eventName, amount }: PromisedRefunds): PromisedOfStatement => ({
  event_uuid: eventId,
  event_name: eventName,
  amount: toShekels(amount),
})

export const viewCards = ({ eventId, eventName, bucket, sales, fee, rateBp }: StatementCards): CardsOfStatement => ({
  event_uuid: eventId,
  event_name: eventName,
  bucket,
  sales_amount: toShekels(sales),
  fee_amount: toShekels(fee),
  fee_percent: toPercent(rateBp),
})

export const viewMeans = ({ means, sales }: MeansSums): MeansOfStatement => ({ means, sales_amount: toShekels(sales) })

export const viewAdjustments = ({
  disputes,
  disputesLost,
  handedBack,
  corrections,
}: Adjustments): Balance['by_event'][number]['adjustments'] => ({
  disputes: toShekels(disputes),
  disputes_lost: toShekels(disputesLost),
  handed_back: toShekels(handedBack),
  corrections: toShekels(corrections),
})

export const viewArrival = ({ on, amount, installments }: Arrival): Balance['parts']['arrivals'][number] => ({
  on,
  amount: toShekels(amount),
  installments_amount: toShekels(installments),
})
