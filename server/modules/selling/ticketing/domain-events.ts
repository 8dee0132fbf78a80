/** The subject is the ticket. Issued tickets have no event of their own: `order.paid` counts them. */
export interface TicketEventData {
  'ticket.cancelled': {
    readonly order: string
    readonly redeemed: boolean
    /** Whoever held it at this instant was notified already, with everybody else. */
    readonly notified_at?: string
  }
}

declare module '../../../platform/domain-events/event-types.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- adds the events of tickets
  interface DomainEventData extends TicketEventData {}
}
