import type { Journal } from '@kartis/contract/ledger.ts'
import { toShekels } from '@kartis/domain/money.ts'
import type { ListedJournal } from './list-queries.ts'

/** What a fee was computed of. */
const basisOf = ({ kind, fee_base: base, fee_rate: rate }: ListedJournal): Pick<Journal, 'fee_of' | 'fee_for'> => {
  if (base === null || rate === null) return { fee_of: null, fee_for: null }
  return kind === 'service_fee'
    ? { fee_of: null, fee_for: { tickets: base, price: toShekels(rate) } }
    : { fee_of: { base_amount: toShekels(base), percent: rate / 100 }, fee_for: null }
}

export const viewJournal = (row: ListedJournal): Journal => ({
  uuid: row.id,
  kind: row.kind,
  ref: row.ref,
  event_uuid: row.event_id,
  event_name: row.event_name,
  order_uuid: row.order_id,
  order_number: row.order_number,
  bucket: row.bucket,
  occurred_at: row.occurred_at.toISOString(),
  booked_at: row.booked_at.toISOString(),
  ...basisOf(row),
  payout_status: row.payout_state,
  lines: row.lines.map(({ account, amount }) => ({ ledger_account: account, amount: toShekels(amount) })),
})
