import type { EntryWindow, Gate } from '@kartis/domain/gate.ts'
import { laneOf, lanePlanOf } from '@kartis/domain/lanes.ts'
import type { EventRow } from '../../catalogue/events/index.ts'

const instant = (text: string | null | undefined): Date | null => (text ? new Date(text) : null)

/** Hours as settings have them. */
export const hoursOf = (opensAt: string | null | undefined, closesAt: string | null | undefined): EntryWindow => ({
  opensAt: instant(opensAt),
  closesAt: instant(closesAt),
})

/** The gates of an event, as its settings list them. */
export const gatesOf = ({ settings }: Pick<EventRow, 'settings'>): Gate[] =>
  (settings.gates ?? []).map(({ name, events_ticket_uuids, lanes, opens_at: opensAt, closes_at: closesAt }) => ({
    name,
    typeIds: events_ticket_uuids,
    ...(lanes && { lanes }),
    ...((opensAt || closesAt) && { hours: hoursOf(opensAt, closesAt) }),
  }))

/** The hours of the ticket types that have some of their own. */
export const typeHoursOf = ({ settings }: Pick<EventRow, 'settings'>): ReadonlyMap<string, EntryWindow> =>
  new Map(
    (settings.type_hours ?? []).map((type) => [
      type.events_ticket_uuid.toLowerCase(),
      hoursOf(type.opens_at, type.closes_at),
    ]),
  )

/** The lane of a ticket, for its paper and page; undefined where the event has none. */
export const ticketLane = (
  event: Pick<EventRow, 'settings'>,
  ticket: {
    readonly id: string
    readonly ticket_type_id: string
    readonly seat?: { readonly gate?: string | undefined } | null
  },
): number | undefined => {
  const plan = lanePlanOf(event.settings.check_in, gatesOf(event))
  return plan && laneOf(plan, ticket.id, ticket.ticket_type_id, ticket.seat?.gate)
}
