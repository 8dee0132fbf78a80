import type { Agorot } from '@kartis/domain/money.ts'

/** The subject is the payout. */
export interface PayoutEventData {
  'payout.recorded': { readonly amount: Agorot }
}

declare module '../../../platform/domain-events/event-types.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- adds the events of payouts
  interface DomainEventData extends PayoutEventData {}
}
