import type { Agorot } from '@kartis/domain/money.ts'

interface DisputeData {
  readonly amount: Agorot
  readonly payment: string
}

/** The subject is the dispute. */
export interface DisputeEventData {
  'dispute.notified': DisputeData
  'dispute.evidence_due': DisputeData
  'dispute.sent': DisputeData
  'dispute.won': DisputeData
  'dispute.lost': DisputeData
  'dispute.accepted': DisputeData
}

declare module '../../../platform/domain-events/event-types.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- adds the events of disputes
  interface DomainEventData extends DisputeEventData {}
}
