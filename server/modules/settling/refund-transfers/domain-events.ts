import type { Agorot } from '@kartis/domain/money.ts'

interface TransferData {
  readonly order: string
  readonly refund: string
  readonly amount: Agorot
}

/** The subject is the refund by bank transfer. */
export interface RefundTransferEventData {
  'refund_transfer.requested': TransferData
  'refund_transfer.received': TransferData
  'refund_transfer.exported': TransferData
  /** `note`: how the money was handed back; `by`: who noted it. */
  'refund_transfer.done': TransferData & { readonly note: string; readonly by: string }
  'refund_transfer.withdrawn': TransferData
}

declare module '../../../platform/domain-events/event-types.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- adds the events of refunds by bank transfer
  interface DomainEventData extends RefundTransferEventData {}
}
