import type { Journal } from '@kartis/contract/ledger.ts'
import { toShekels } from '@kartis/domain/money.ts'
import type { ListedJournal } from './list-queries.ts'

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
  lines: row.lines.map(({ account, amount }) => ({ ledger_account: account, amount: toShekels(amount) })),
})
