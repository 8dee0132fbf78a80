import type { Agorot } from '@kartis/domain/money.ts'
import type { RefundRunKind } from '@kartis/domain/refund-run.ts'

/** The subject is the run. */
export interface RefundRunEventData {
  'refund_run.approved': { readonly kind: RefundRunKind; readonly orders: number; readonly amount: Agorot }
  'refund_run.paused': { readonly reason: 'person' | 'event_published' }
  'refund_run.resumed': Readonly<Record<string, never>>
  /** `open`: some of its orders need a person. */
  'refund_run.finished': { readonly open: boolean }
}

declare module '../../../platform/domain-events/event-types.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- adds the events of refund runs
  interface DomainEventData extends RefundRunEventData {}
}
