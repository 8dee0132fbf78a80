import type { DisputableCharge, Dispute } from '@kartis/contract/disputes.ts'
import { isOpenDispute, producerAnswers } from '@kartis/domain/dispute.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { authorName } from '@kartis/domain/person-name.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import type { NamedCharge, ShownDispute } from './disputes-queries.ts'

export const viewDispute = (row: ShownDispute): Dispute => ({
  uuid: row.id,
  reference: row.reference,
  reason: row.reason,
  status: row.status,
  amount: toShekels(row.amount),
  held_amount: row.held && isOpenDispute(row.status) ? toShekels(row.amount) : 0,
  deadline: row.deadline,
  event_uuid: row.event_id,
  event_name: row.event_name ?? '',
  order_uuid: row.order_id,
  order_number: row.order_number ?? '',
  buyer_name: row.buyer_name,
  payment: {
    uuid: row.payment_id,
    amount: toShekels(row.charged ?? 0),
    refunded_amount: toShekels(row.refunded ?? 0),
    last4: row.last4,
    paid_at: row.paid_at?.toISOString() ?? null,
  },
  notified_at: row.notified_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  decided_at: row.decided_at?.toISOString() ?? null,
  note: row.note,
  changed_at: row.changed_at.toISOString(),
  changed_by: authorName(row.changed_by, row.changer),
  answers: producerAnswers(row.status, row.held),
})

export const viewCharge = (row: NamedCharge): DisputableCharge => ({
  payment_uuid: row.id,
  amount: toShekels(row.amount),
  refunded_amount: toShekels(row.refunded),
  last4: row.last4,
  paid_at: row.paid_at?.toISOString() ?? null,
  installments: row.installments,
})

export const disputeColumns = (t: Translate): ColumnOf<Dispute>[] => [
  { title: t('disputes:column.reference'), kind: 'text', width: 18, cell: (row) => row.reference },
  { title: t('disputes:column.status'), kind: 'text', width: 20, cell: (row) => t(`disputes:state.${row.status}`) },
  { title: t('disputes:column.event'), kind: 'text', width: 30, cell: (row) => row.event_name },
  { title: t('disputes:column.order'), kind: 'text', width: 12, cell: (row) => row.order_number },
  { title: t('disputes:column.amount'), kind: 'money', width: 14, cell: (row) => row.amount },
  { title: t('disputes:column.held'), kind: 'money', width: 14, cell: (row) => row.held_amount },
  { title: t('disputes:column.notified_at'), kind: 'date', width: 18, cell: (row) => new Date(row.notified_at) },
  { title: t('disputes:column.deadline'), kind: 'text', width: 14, cell: (row) => row.deadline },
  { title: t('disputes:column.reason'), kind: 'text', width: 30, cell: (row) => row.reason },
  { title: t('disputes:column.note'), kind: 'text', width: 40, cell: (row) => row.note ?? '' },
]
