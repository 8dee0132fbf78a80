import type { Agorot } from '@kartis/domain/money.ts'

interface PayoutData {
  readonly amount: Agorot
  readonly statement: string
}

/** The subject is the statement or the payout. */
export interface PayoutEventData {
  'statement.made': { readonly number: number; readonly closing: Agorot }
  'payout.drafted': PayoutData
  'payout.approved': PayoutData
  /** Its bank details were changed since the approval: it waits for another one. */
  'payout.approval_withdrawn': PayoutData
  'payout.exported': PayoutData
  'payout.sent': PayoutData
  'payout.confirmed': PayoutData
  'payout.returned': PayoutData
}

declare module '../../../platform/domain-events/event-types.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- adds the events of payouts
  interface DomainEventData extends PayoutEventData {}
}
