/** The subject is the event. */
export interface SeatingEventData {
  /** Seats opened for everybody at the time that was set for them. */
  'seats.opened': { readonly seats: number; readonly rev: number }
}

declare module '../../../platform/domain-events/event-types.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- adds the events of seats
  interface DomainEventData extends SeatingEventData {}
}
