import type { RefundRun } from '@kartis/contract/refund-runs.ts'
import { sum, toAgorot, toShekels } from '@kartis/domain/money.ts'
import type { RefundItemState } from '@kartis/domain/refund-run.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'

const ordersIn = ({ progress }: RefundRun, states: readonly RefundItemState[]): number =>
  sum(progress.filter(({ state }) => states.includes(state)).map(({ orders }) => orders))

const returned = ({ progress }: RefundRun): number =>
  toShekels(sum(progress.filter(({ state }) => state === 'done').map(({ amount }) => toAgorot(amount))))

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** Columns of the spreadsheet of refund runs; widths in characters. */
export const runColumns = (t: Translate): ColumnOf<RefundRun>[] => [
  { title: t('refund-runs:column.event'), kind: 'text', width: 30, cell: (row) => row.event_name },
  {
    title: t('refund-runs:column.kind'),
    kind: 'text',
    width: 20,
    cell: (row) => t(`refund-runs:screen.kinds.${row.kind}`),
  },
  {
    title: t('refund-runs:column.state'),
    kind: 'text',
    width: 18,
    cell: (row) => t(`refund-runs:screen.run_state.${row.state}`),
  },
  { title: t('refund-runs:column.orders'), kind: 'number', width: 10, cell: (row) => row.preview.orders },
  { title: t('export:column.tickets'), kind: 'number', width: 10, cell: (row) => row.preview.tickets },
  { title: t('refund-runs:column.amount'), kind: 'money', width: 14, cell: (row) => row.preview.amount },
  { title: t('refund-runs:column.fee'), kind: 'money', width: 14, cell: (row) => row.preview.fee },
  { title: t('refund-runs:column.returned'), kind: 'money', width: 14, cell: returned },
  { title: t('refund-runs:column.waiting'), kind: 'money', width: 18, cell: (row) => row.waiting.amount },
  {
    title: t('refund-runs:column.by_hand'),
    kind: 'number',
    width: 12,
    cell: (row) => ordersIn(row, ['manual', 'failed']),
  },
  { title: t('refund-runs:column.created_at'), kind: 'date', width: 18, cell: (row) => new Date(row.created_at) },
  { title: t('refund-runs:column.prepared_by'), kind: 'text', width: 20, cell: (row) => row.prepared_by },
  { title: t('refund-runs:column.approved_at'), kind: 'date', width: 18, cell: (row) => momentOf(row.approved_at) },
  { title: t('refund-runs:column.approved_by'), kind: 'text', width: 20, cell: (row) => row.approved_by ?? '' },
  { title: t('refund-runs:column.due_at'), kind: 'date', width: 18, cell: (row) => momentOf(row.refund_due_at) },
  { title: t('refund-runs:column.finished_at'), kind: 'date', width: 18, cell: (row) => momentOf(row.finished_at) },
]
