import { MAX_LANES, OFFLINE_POLICIES } from '@kartis/domain/lanes.ts'
import { MAX_ENTRIES_PER_DAY, RE_ENTRY_POLICIES } from '@kartis/domain/re-entry.ts'
import { z } from 'zod'
import { instant, uuid } from './endpoint.ts'
import { line } from './text.ts'

/** From when to when; an end that is missing is open. */
const hours = { opens_at: instant.nullable().optional(), closes_at: instant.nullable().optional() }

const inOrder = ({
  opens_at: opens,
  closes_at: closes,
}: {
  opens_at?: string | null | undefined
  closes_at?: string | null | undefined
}) => !opens || !closes || Date.parse(opens) < Date.parse(closes)
const ENDS_AFTER_START = { path: ['closes_at'], error: 'end_before_start' }

/** The settings of an event for its gates. */
export const gateSettings = {
  /**
   * What devices without a network do: `trust` admits a ticket once on each device, with `lanes` each ticket belongs to
   * one lane and only the device of that lane admits it (others refuse it with S8). How many lanes there are is said with it.
   */
  check_in: z
    .strictObject({ offline: z.enum(OFFLINE_POLICIES), lanes: z.int().min(2).max(MAX_LANES).optional() })
    .refine(({ offline, lanes }) => offline !== 'lanes' || lanes !== undefined, { path: ['lanes'], error: 'required' })
    .optional(),
  /** Whether devices that scan may have the names of guests, sealed, for hours without a network; off without it. */
  people_offline: z.boolean().optional(),
  /**
   * Whether a ticket that has entered may enter again: `after_exit` once its exit has been scanned, `daily` once on each
   * day as well (from five in the morning to five in the morning), and how often on one day.
   */
  re_entry: z
    .strictObject({
      policy: z.enum(RE_ENTRY_POLICIES),
      entries_per_day: z.int().min(1).max(MAX_ENTRIES_PER_DAY).nullable().default(null),
    })
    .optional(),
  /** Hours of single ticket types, within those of the event: day tickets, early entry. A scan outside is refused with S5. */
  type_hours: z
    .array(z.strictObject({ events_ticket_uuid: uuid, ...hours }).refine(inOrder, ENDS_AFTER_START))
    .max(200)
    .refine((types) => new Set(types.map((type) => type.events_ticket_uuid)).size === types.length, {
      error: 'duplicate',
    })
    .optional(),
  /** The gates, and the ticket types that enter at each; without any, all of them do. A scan elsewhere is refused with S7. */
  gates: z
    .array(
      z
        .strictObject({
          name: line(80).min(1, { error: 'required' }),
          events_ticket_uuids: z.array(uuid).max(200).default([]),
          /** The lanes that are at this gate: those that the event has, each at one gate. */
          lanes: z.array(z.int().min(1).max(MAX_LANES)).max(MAX_LANES).optional(),
          /** When this gate is open, within the hours of the event. */
          ...hours,
        })
        .refine(inOrder, ENDS_AFTER_START),
    )
    .max(40)
    .refine((gates) => new Set(gates.map(({ name }) => name)).size === gates.length, { error: 'duplicate' })
    .optional(),
}

/** With the relation `settings`: the gates that the sections of an event’s hall name. */
export const seatGates = z.array(z.string())
