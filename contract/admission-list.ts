import { RE_ENTRY_POLICIES } from '@kartis/domain/re-entry.ts'
import { z } from 'zod'
import { byUuid, data, endpoint, instant, numberText, sequence, uuid } from './endpoint.ts'
import { gateHub } from './gate-devices.ts'
import { scanStatistics } from './event-figures.ts'
import { ticketSeat } from './tickets.ts'

const tag = 'admission'

const ADMISSION_PAGE = 2000
const LARGEST_ADMISSION_PAGE = 5000

export const listedTicket = z
  .object({
    uuid,
    /** The last eight hex digits of its type's uuid, as in the code itself. */
    type: z.string(),
    /** As printed on the ticket (`101081-2`), for entries by hand. */
    number: z.string(),
    /** Omitted if the ticket is not cancelled. */
    cancelled_at: instant.optional(),
    redeemed_at: instant.optional(),
    gate: z.string().optional(),
    device_id: z.string().optional(),
    scan_uuid: uuid.optional(),
    /** When it left; omitted while it is inside. */
    left_at: instant.optional(),
    /** Its last entry, where it has entered more than once, and its entries on the day of that. */
    reentered_at: instant.optional(),
    day_entries: z.int().optional(),
    seat: ticketSeat.omit({ uuid: true }).optional(),
    /** How many times it was issued anew: codes of lower revisions are void. Omitted for 0. */
    revision: z.int().optional(),
  })
  .meta({ id: 'ListedTicket' })
export type ListedTicket = z.infer<typeof listedTicket>

/** What a device needs beside the tickets. */
const admissionFacts = {
  event: z.object({
    uuid,
    /** Ed25519, 32 raw bytes in base64url. */
    public_key: z.string(),
    entry_starts_at: instant.nullable(),
    entry_ends_at: instant.nullable(),
    /** The gates and the uuids of the ticket types that enter at each; without any, all of them do. */
    gates: z.array(
      z.object({
        name: z.string(),
        ticket_types: z.array(uuid),
        lanes: z.array(z.int()).optional(),
        opens_at: instant.optional(),
        closes_at: instant.optional(),
      }),
    ),
    /** The gates that the sections of the hall name: a seat of another one is refused there. Omitted without any. */
    seat_gates: z.array(z.string()).optional(),
    /** How many lanes the event has; null where its devices trust each other. */
    lanes: z.int().nullable(),
    timezone: z.string(),
    /** Whether a ticket that has entered may enter again. */
    re_entry: z.object({ policy: z.enum(RE_ENTRY_POLICIES), entries_per_day: z.int().nullable() }),
  }),
  /** A type with hours of its own is admitted within them. */
  ticket_types: z.array(
    z.object({
      type: z.string(),
      uuid,
      name: z.string(),
      opens_at: instant.optional(),
      closes_at: instant.optional(),
    }),
  ),
  scan_statistics: scanStatistics,
  /**
   * Whether a bare ticket uuid is accepted from the caller, whether they may admit a ticket of another lane, and whether
   * their device may have the names of guests (`check_in/people`).
   */
  can: z.object({ scan_uuid: z.boolean(), override_lane: z.boolean(), people: z.boolean() }),
  /** The device that answers the others where there is no network; null without one. */
  hub: gateHub.nullable(),
}

export const admissionList = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/admission_list',
  access: { permission: 'ticket.scan', of: 'event', device: true },
  tag,
  summary:
    'What a phone needs to check tickets at the entrance without a network: the key that ticket codes are checked with, the hours of entry, and every ticket with its number. `since` (the `as_of` of an earlier reply) returns what has changed; `after` (the `next` of the page before) returns the next page.',
  params: byUuid,
  query: z.strictObject({
    since: instant.optional(),
    after: uuid.optional(),
    per_page: numberText(z.int().min(1).max(LARGEST_ADMISSION_PAGE).default(ADMISSION_PAGE)),
  }),
  reply: data(
    z.object({
      ...admissionFacts,
      tickets: z.array(listedTicket),
      next: uuid.nullable(),
      /** Server time of this reply: the `since` of the next request. */
      as_of: instant,
      /** The number of the last change that the page has: the `after` of the first request for changes. */
      seq: z.int(),
    }),
  ),
})
export type AdmissionList = z.infer<typeof admissionList.reply>['data']

export const gateSnapshot = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/check_in/snapshot',
  access: { permission: 'ticket.scan', of: 'event', device: true },
  tag,
  summary:
    'Every ticket of the event in one binary file, 18 bytes each, sorted, with a hash and the signature of the event: what a device needs to decide by itself, without names, numbers and codes. What follows its `seq` comes from `check_in/changes`.',
  params: byUuid,
  replyType: 'file',
  reply: z.unknown(),
})

export const admissionChanges = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/check_in/changes',
  access: { permission: 'ticket.scan', of: 'event', device: true },
  tag,
  summary:
    'What has changed since a device last asked. Changes of an event are numbered without gaps; `after` is the last `seq` that the device has. With `gap` it has missed some and loads everything again.',
  params: byUuid,
  query: z.strictObject({ after: sequence }),
  reply: data(
    z.object({
      ...admissionFacts,
      /** Each ticket that changed, as it is now. */
      tickets: z.array(listedTicket),
      /** The `after` of the next request. */
      seq: z.int(),
      gap: z.boolean(),
      /** Others follow: ask again at once. */
      more: z.boolean(),
      /** Server time of this reply. */
      as_of: instant,
    }),
  ),
})
export type AdmissionChanges = z.infer<typeof admissionChanges.reply>['data']
