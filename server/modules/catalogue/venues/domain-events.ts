/** The subject is the seat map; seats and areas are those of the edition. */
export interface SeatMapEventData {
  'seat_map.published': { readonly edition: number; readonly seats: number; readonly areas: number }
}

declare module '../../../platform/domain-events/event-types.ts' {
  // oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- adds the events of seat maps
  interface DomainEventData extends SeatMapEventData {}
}
