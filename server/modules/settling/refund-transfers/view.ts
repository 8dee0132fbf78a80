import type { BankDetailsRequest, RefundTransfer } from '@kartis/contract/refund-transfers.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { takesDetails } from '@kartis/domain/refund-transfer.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { organiserOf } from '../../people/accounts/index.ts'
import { eventNameIn, readOrder } from '../../selling/orders/index.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { openDetails } from './give-details.ts'
import type { ShownTransfer, TransferSummary } from './list-queries.ts'
import type { TransferRow } from './transfers-queries.ts'

const HIDDEN = '*****'

const bankOf = (platform: Platform, row: TransferRow, whole: boolean): RefundTransfer['bank'] => {
  const details = openDetails(platform, row)
  if (!details || row.bank_number === null || row.branch_number === null) return null
  return {
    holder_name: details.holder,
    bank_number: row.bank_number,
    bank_branch_number: row.branch_number,
    bank_account_number: whole ? details.account : `${HIDDEN}${row.account_number_tail ?? ''}`,
    check: row.check_result ?? 'unknown',
  }
}

/** `whole`: with the whole account number. */
export const viewTransfer = (platform: Platform, row: ShownTransfer, whole = false): RefundTransfer => ({
  uuid: row.id,
  event_uuid: row.event_id,
  event_name: row.event_name,
  order_uuid: row.order_id,
  order_number: row.order_number,
  buyer_name: row.buyer_name,
  amount: toShekels(row.amount),
  status: row.state,
  requested_at: row.requested_at?.toISOString() ?? null,
  reminders: row.reminders,
  due_at: row.due_at.toISOString(),
  bank: bankOf(platform, row, whole),
  received_at: row.received_at?.toISOString() ?? null,
  file: row.file_id === null ? null : { uuid: row.file_id, number: row.file_number ?? 0 },
  exported_at: row.exported_at?.toISOString() ?? null,
  paid_by: row.file_paid_by ?? (row.state === 'done' ? 'producer' : null),
  done_at: row.state === 'done' ? (row.ended_at?.toISOString() ?? null) : null,
  note: row.note,
})

export const viewSummary = (summary: TransferSummary) => ({
  open: summary.open,
  open_amount: toShekels(summary.open_amount),
  received: summary.received,
  received_amount: toShekels(summary.received_amount),
  due_at: summary.due_at?.toISOString() ?? null,
})

/** What whoever has the link sees. */
export const viewRequest = async (db: Db, row: TransferRow, lang: Lang): Promise<BankDetailsRequest> => {
  const [event, order, organiser] = [
    await anyEventRow(db, row.event_id),
    await readOrder(db, { eventId: row.event_id, orderId: row.order_id }),
    await organiserOf(db, row.account_id, lang),
  ]
  return {
    event_name: event ? eventNameIn(event, lang) : '',
    order_number: order?.number ?? '',
    amount: toShekels(row.amount),
    status: row.state,
    due_at: row.due_at.toISOString(),
    open: takesDetails(row.state),
    received_at: row.received_at?.toISOString() ?? null,
    account_tail: row.account_number_tail,
    producer_name: organiser?.name ?? '',
  }
}

/** Columns of the spreadsheet; widths in characters. */
export const transferColumns = (t: Translate): ColumnOf<RefundTransfer>[] => [
  { title: t('refund-transfers:column.order'), kind: 'text', width: 12, cell: (row) => row.order_number },
  { title: t('refund-transfers:column.event'), kind: 'text', width: 30, cell: (row) => row.event_name },
  { title: t('refund-transfers:column.buyer'), kind: 'text', width: 24, cell: (row) => row.buyer_name ?? '' },
  { title: t('refund-transfers:column.amount'), kind: 'money', width: 14, cell: (row) => row.amount },
  {
    title: t('refund-transfers:column.status'),
    kind: 'text',
    width: 20,
    cell: (row) => t(`refund-transfers:state.${row.status}`),
  },
  { title: t('refund-transfers:column.due_at'), kind: 'date', width: 18, cell: (row) => new Date(row.due_at) },
  {
    title: t('refund-transfers:column.file'),
    kind: 'text',
    width: 10,
    cell: (row) => (row.file ? String(row.file.number) : ''),
  },
  {
    title: t('refund-transfers:column.payer'),
    kind: 'text',
    width: 16,
    cell: (row) => (row.paid_by ? t(`refund-transfers:payer.${row.paid_by}`) : ''),
  },
  { title: t('refund-transfers:column.note'), kind: 'text', width: 40, cell: (row) => row.note ?? '' },
]
