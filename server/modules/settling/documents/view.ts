import type { DocumentWithLines as ShownDocument, TaxDocument } from '@kartis/contract/documents.ts'
import { printedAllocation } from '@kartis/domain/allocation.ts'
import { toPercent, toShekels } from '@kartis/domain/money.ts'
import { DOCUMENT_CODES } from '@kartis/domain/tax-document.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import type { DocumentRow, DocumentWithLines } from './documents-queries.ts'

const citesOf = ({ cites, cited_type: type, cited_number: number }: DocumentRow): TaxDocument['cites'] =>
  cites !== null && type !== null && number !== null ? { uuid: cites, type, number } : null

export const viewDocument = (row: DocumentRow): TaxDocument => ({
  uuid: row.id,
  type: row.type,
  code: DOCUMENT_CODES[row.type],
  number: row.number,
  day: row.day,
  issued_at: row.issued_at.toISOString(),
  issuer: { name: row.issuer_name, number: row.issuer_number, address: row.issuer_address },
  recipient: { name: row.recipient_name, number: row.recipient_number, address: row.recipient_address },
  statement_uuid: row.statement_id,
  statement_number: row.statement_number,
  cites: citesOf(row),
  net_amount: toShekels(row.net),
  vat_amount: toShekels(row.vat),
  total_amount: toShekels(row.total),
  paid:
    row.paid_means !== null && row.paid_amount !== null
      ? { means: row.paid_means, amount: toShekels(row.paid_amount) }
      : null,
  allocation:
    row.allocation_state === null
      ? null
      : { status: row.allocation_state, number: row.allocation === null ? null : printedAllocation(row.allocation) },
  hash: row.hash,
})

export const viewWithLines = ({ row, lines }: DocumentWithLines): ShownDocument => ({
  ...viewDocument(row),
  lines: lines.map((line) => ({
    event_uuid: line.eventId,
    event_name: line.eventName,
    net_amount: toShekels(line.net),
    vat_amount: toShekels(line.vat),
    vat_rate: toPercent(line.vatBp),
  })),
})

/**
 * What a document adds to the fees charged, so that columns sum to them: a credit note takes away, and a receipt charges
 * nothing, its sum is what was paid.
 */
const chargedBy = ({ type }: TaxDocument, amount: number): number | null => {
  if (type === 'receipt') return null
  return type === 'credit_note' ? -amount : amount
}

export const documentColumns = (t: Translate): ColumnOf<TaxDocument>[] => [
  { title: t('documents:column.type'), kind: 'text', width: 22, cell: (row) => t(`documents:type.${row.type}`) },
  { title: t('documents:column.code'), kind: 'text', width: 8, cell: (row) => String(row.code) },
  { title: t('documents:column.number'), kind: 'text', width: 12, cell: (row) => String(row.number) },
  { title: t('documents:column.day'), kind: 'day', width: 14, cell: (row) => row.day },
  {
    title: t('documents:column.statement'),
    kind: 'text',
    width: 12,
    cell: (row) => (row.statement_number === null ? '' : String(row.statement_number)),
  },
  {
    title: t('documents:column.cites'),
    kind: 'text',
    width: 26,
    cell: (row) => (row.cites ? `${t(`documents:type.${row.cites.type}`)} ${row.cites.number}` : ''),
  },
  { title: t('documents:column.net'), kind: 'money', width: 14, cell: (row) => chargedBy(row, row.net_amount) },
  { title: t('documents:column.vat'), kind: 'money', width: 14, cell: (row) => chargedBy(row, row.vat_amount) },
  { title: t('documents:column.total'), kind: 'money', width: 14, cell: (row) => chargedBy(row, row.total_amount) },
  { title: t('documents:column.paid'), kind: 'money', width: 14, cell: (row) => row.paid?.amount ?? null },
  { title: t('documents:column.allocation'), kind: 'text', width: 16, cell: (row) => row.allocation?.number ?? '' },
]
