import type { RefundRunItem } from '@kartis/contract/refund-runs.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { ALREADY_REFUNDED, stayReason, REFUND_WAYS } from '@kartis/domain/refund-run.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import type { ListedItem } from './items-queries.ts'

/** `withPhone`: for those who may see orders. */
export const viewItem = (row: ListedItem, withPhone: boolean): RefundRunItem => ({
  order_uuid: row.order_id,
  order_number: row.number,
  buyer_name: row.buyer_name,
  buyer_phone: withPhone ? row.buyer_phone : null,
  state: row.state,
  stays_because: stayReason(row),
  tickets: row.tickets,
  amount: toShekels(row.amount),
  fee: toShekels(row.fee),
  by_way: REFUND_WAYS.filter((way) => row[way] > 0).map((way) => ({ way, amount: toShekels(row[way]) })),
  by_hand: row.by_hand,
  gateway_code: row.gateway_code,
  note: row.note,
  chosen_at: row.chosen_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
})

/** Columns of the spreadsheet; widths in characters. */
export const itemColumns = (t: Translate): ColumnOf<RefundRunItem>[] => [
  { title: t('export:column.number'), kind: 'text', width: 12, cell: (row) => row.order_number },
  { title: t('export:column.name'), kind: 'text', width: 24, cell: (row) => row.buyer_name ?? '' },
  { title: t('export:column.phone'), kind: 'text', width: 16, cell: (row) => row.buyer_phone ?? '' },
  {
    title: t('refund-runs:column.state'),
    kind: 'text',
    width: 18,
    cell: (row) => t(`refund-runs:state.${row.stays_because ?? row.state}`),
  },
  { title: t('export:column.tickets'), kind: 'number', width: 10, cell: (row) => row.tickets },
  { title: t('refund-runs:column.amount'), kind: 'money', width: 14, cell: (row) => row.amount },
  { title: t('refund-runs:column.fee'), kind: 'money', width: 12, cell: (row) => row.fee },
  {
    title: t('refund-runs:column.by_hand'),
    kind: 'text',
    width: 24,
    cell: (row) => (row.by_hand ? t(`refund-runs:by_hand.${row.by_hand}`) : ''),
  },
  {
    title: t('refund-runs:column.gateway_code'),
    kind: 'text',
    width: 14,
    cell: (row) =>
      row.gateway_code === ALREADY_REFUNDED ? t('refund-runs:already_refunded') : (row.gateway_code ?? ''),
  },
  { title: t('refund-runs:column.note'), kind: 'text', width: 30, cell: (row) => row.note ?? '' },
]
