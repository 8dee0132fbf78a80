import type { Payout, Statement } from '@kartis/contract/statements.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** Columns of the spreadsheet of statements; widths in characters. */
export const statementColumns = (t: Translate): ColumnOf<Statement>[] => [
  { title: t('statements:column.number'), kind: 'number', width: 10, cell: (row) => row.number },
  { title: t('statements:column.made_at'), kind: 'date', width: 18, cell: (row) => new Date(row.made_at) },
  { title: t('statements:column.opening'), kind: 'money', width: 16, cell: (row) => row.opening_balance },
  { title: t('statements:column.payout'), kind: 'money', width: 16, cell: (row) => row.payout?.amount ?? null },
  { title: t('statements:column.closing'), kind: 'money', width: 16, cell: (row) => row.closing_balance },
  {
    title: t('statements:column.state'),
    kind: 'text',
    width: 20,
    cell: (row) => (row.payout ? t(`states:payout.${row.payout.status}`) : ''),
  },
  { title: t('statements:column.hash'), kind: 'text', width: 68, cell: (row) => row.hash },
]

/** Whether a payout came back and was issued again, and whether it takes the place of one that did. */
const reissueText = ({ reissue_of: of, reissued_as: as }: Payout, t: Translate): string => {
  if (as !== null) return t('money:payouts.reissued')
  return of === null ? '' : t('money:payouts.again')
}

/** Columns of the spreadsheet of payouts. */
export const payoutColumns = (t: Translate): ColumnOf<Payout>[] => [
  { title: t('statements:column.statement'), kind: 'number', width: 12, cell: (row) => row.statement_number },
  { title: t('statements:column.amount'), kind: 'money', width: 16, cell: (row) => row.amount },
  { title: t('statements:column.state'), kind: 'text', width: 20, cell: (row) => t(`states:payout.${row.status}`) },
  { title: t('statements:column.due_at'), kind: 'date', width: 18, cell: (row) => new Date(row.due_at) },
  { title: t('statements:column.drafted_at'), kind: 'date', width: 18, cell: (row) => new Date(row.drafted_at) },
  { title: t('statements:column.sent_at'), kind: 'date', width: 18, cell: (row) => momentOf(row.sent_at) },
  { title: t('statements:column.confirmed_at'), kind: 'date', width: 18, cell: (row) => momentOf(row.confirmed_at) },
  { title: t('statements:column.returned_at'), kind: 'date', width: 18, cell: (row) => momentOf(row.returned_at) },
  { title: t('statements:column.reissued'), kind: 'text', width: 22, cell: (row) => reissueText(row, t) },
  { title: t('statements:column.return_reason'), kind: 'text', width: 30, cell: (row) => row.return_reason ?? '' },
  { title: t('statements:column.reference'), kind: 'text', width: 18, cell: (row) => row.reference },
]
