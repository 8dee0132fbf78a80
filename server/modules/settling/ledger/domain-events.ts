import type { Agorot } from '@kartis/domain/money.ts'

/** The subject is the account. */
export interface LedgerEventData {
  'fee.paid': { readonly amount: Agorot }
}

declare module '../../../platform/domain-events/event-types.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- adds the events of the ledger
  interface DomainEventData extends LedgerEventData {}
}
