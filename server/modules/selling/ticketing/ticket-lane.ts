import type { Gate } from '@kartis/domain/gate.ts'
import { laneOf, lanePlanOf } from '@kartis/domain/lanes.ts'
import type { EventRow } from '../../catalogue/events/index.ts'

/** The gates of an event, as its settings list them. */
export const gatesOf = ({ settings }: Pick<EventRow, 'settings'>): Gate[] =>
  (settings.gates ?? []).map(({ name, events_ticket_uuids, lanes }) => ({
    name,
    typeIds: events_ticket_uuids,
    ...(lanes && { lanes }),
  }))

/** The lane of a ticket, for its paper and page; undefined where the event has none. */
export const ticketLane = (
  event: Pick<EventRow, 'settings'>,
  ticket: { readonly id: string; readonly ticket_type_id: string },
): number | undefined => {
  const plan = lanePlanOf(event.settings.check_in, gatesOf(event))
  return plan && laneOf(plan, ticket.id, ticket.ticket_type_id)
}
