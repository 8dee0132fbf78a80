import type { AdmissionList, ListedTicket } from '@kartis/contract/admission-list.ts'
import { scanCounters } from '@kartis/domain/admission.ts'
import type { EntryWindow } from '@kartis/domain/gate.ts'
import { lanePlanOf } from '@kartis/domain/lanes.ts'
import { can, type Role } from '@kartis/domain/permissions.ts'
import { shortTicketType } from '@kartis/domain/ticket-code.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { seatGatesOf } from '../../catalogue/seating/index.ts'
import { gatesOf, lastChangeOf, scanCountersOf, ticketPublicKey, typeHoursOf } from '../../selling/ticketing/index.ts'
import { hubOf } from '../devices/index.ts'
import { type ListQuery, type ListRow, readListPage, readNow, readTypeNames } from './list-queries.ts'
import { allowsPeople } from './people-file.ts'
import { acceptsUuids } from './name-code.ts'

/**
 * A row written before the last request may have been committed after it, and clocks of machines differ: rows of this
 * time are sent twice, which does no harm.
 */
const OVERLAP_MS = 2 * 60_000

/** Without its uuid, which no device needs: the list of a stadium is long. */
const listedSeat = ({ uuid: _uuid, ...seat }: NonNullable<ListRow['seat']>) => seat

/** A ticket as devices get it. */
export const viewListed = (row: ListRow): ListedTicket => ({
  uuid: row.id,
  type: shortTicketType(row.ticket_type_id),
  number: ticketNumber(row.order_number, row.position),
  ...(row.seat && { seat: listedSeat(row.seat) }),
  ...(row.revision > 0 && { revision: row.revision }),
  ...(row.status === 'cancelled' && { cancelled_at: (row.cancelled_at ?? new Date(0)).toISOString() }),
  ...(row.redeemed_at && {
    redeemed_at: row.redeemed_at.toISOString(),
    ...(row.gate && { gate: row.gate }),
    ...(row.redeemed_device && { device_id: row.redeemed_device }),
    ...(row.redeemed_by && { scan_uuid: row.redeemed_by }),
    ...(row.left_at && { left_at: row.left_at.toISOString() }),
    ...(row.reentered_at && { reentered_at: row.reentered_at.toISOString() }),
    ...(row.day_entries !== null && { day_entries: row.day_entries }),
  }),
})

const viewHours = (hours: EntryWindow | undefined) => ({
  ...(hours?.opensAt && { opens_at: hours.opensAt.toISOString() }),
  ...(hours?.closesAt && { closes_at: hours.closesAt.toISOString() }),
})

/** What a device needs of the event and its ticket types, whoever holds it. */
export const viewFacts = async (platform: Platform, event: EventRow) => {
  const [types, seatGates] = await Promise.all([readTypeNames(platform.db, event.id), seatGatesOf(platform.db, event)])
  const hours = typeHoursOf(event)
  return {
    event: {
      uuid: event.id,
      public_key: ticketPublicKey(platform.keys, event.id),
      entry_starts_at: event.settings.entry_starts_at ?? null,
      entry_ends_at: event.settings.entry_ends_at ?? null,
      gates: gatesOf(event).map(({ name, typeIds, lanes, hours }) => ({
        name,
        ticket_types: [...typeIds],
        ...(lanes && { lanes: [...lanes] }),
        ...viewHours(hours),
      })),
      ...(seatGates.length > 0 && { seat_gates: [...seatGates] }),
      lanes: lanePlanOf(event.settings.check_in, [])?.count ?? null,
      timezone: event.timezone,
      re_entry: {
        policy: event.settings.re_entry?.policy ?? ('never' as const),
        entries_per_day: event.settings.re_entry?.entries_per_day ?? null,
      },
    },
    ticket_types: types.map(({ id, name }) => ({
      type: shortTicketType(id),
      uuid: id,
      name,
      ...viewHours(hours.get(id)),
    })),
  }
}

/** The same with what its caller may do and the event's hub. */
export const viewEvent = async (platform: Platform, event: EventRow, role: Role) => ({
  ...(await viewFacts(platform, event)),
  can: {
    scan_uuid: acceptsUuids('admit', role),
    override_lane: can(role, 'ticket.override_lane'),
    people: allowsPeople(event, platform.clock()),
  },
  hub: await hubOf(platform.db, event.id),
})

export const countersOf = async ({ db }: Platform, eventId: string) =>
  (await scanCountersOf(db, [eventId])).get(eventId) ?? scanCounters(0, 0)

/**
 * One page of what a device needs to check in offline. It has nothing of the buyers: their names are in a sealed file of
 * its own (`people-file.ts`).
 */
export const showList = async (
  platform: Platform,
  event: EventRow,
  query: ListQuery,
  role: Role,
): Promise<AdmissionList> => {
  const { db } = platform
  // Before the tickets are read: what changes meanwhile is sent next time.
  const [asOf, seq] = [await readNow(db), await lastChangeOf(db, event.id)]
  const since = query.since && new Date(query.since.getTime() - OVERLAP_MS)
  const [rows, facts, counters] = await Promise.all([
    readListPage(db, event, { ...query, since, limit: query.limit + 1 }),
    viewEvent(platform, event, role),
    countersOf(platform, event.id),
  ])
  const tickets = rows.slice(0, query.limit)
  return {
    ...facts,
    tickets: tickets.map(viewListed),
    scan_statistics: counters,
    next: rows.length > tickets.length ? (tickets.at(-1)?.id ?? null) : null,
    as_of: asOf.toISOString(),
    seq,
  }
}
