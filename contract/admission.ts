import { MANUAL_REASONS, UNDO_REASONS } from '@kartis/domain/admission.ts'
import { CONFLICT_KINDS, DEVICE_ROLES, SCAN_MODES } from '@kartis/domain/scan-upload.ts'
import { REDEMPTION_STATES, TICKET_STATES } from '@kartis/domain/order.ts'
import { z } from 'zod'
import { byUuid, data, endpoint, instant, uuid } from './endpoint.ts'
import { scanStatistics } from './event-figures.ts'
import { ticket, ticketSeat } from './tickets.ts'
import { line } from './text.ts'

const tag = 'admission'

/** What the camera read or a person typed. */
const scannedText = z.string().trim().min(1, { error: 'required' }).max(2000)

/** The device and the gate of an act. */
const place = {
  device_id: line(120).nullable().optional(),
  gate: line(80).nullable().optional(),
}

const checkInTicket = ticket.extend({ holder: z.string().nullable(), order_number: z.string() })

const note = line(200).nullable().optional()

export const scanTicket = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/scan_ticket',
  access: { permission: 'ticket.scan', of: 'event' },
  tag,
  summary:
    'Admit one ticket. `ticket_uuid` is the scanned raw value or the number that is printed on the ticket (`101081-2`, with or without the hyphen), for managers also a bare ticket uuid; the same `scan_uuid` again is harmless.',
  params: byUuid,
  body: z.strictObject({
    ticket_uuid: scannedText,
    ...place,
    scanned_at: instant.nullable().optional(),
    scan_uuid: uuid.nullable().optional(),
  }),
  reply: data(z.object({ ticket: checkInTicket, scan_statistics: scanStatistics })),
  refusals: ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7'],
})

/** Tickets that enter together: one order rarely has more, and one statement admits all of them. */
const MAX_TOGETHER = 100

export const admitTickets = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/scan_tickets',
  access: { permission: 'ticket.scan', of: 'event' },
  tag,
  summary:
    'Admit several tickets by hand, such as those of one order, with the reason why no code was scanned. Each gets a result of its own; the same `scan_uuid` again is harmless.',
  params: byUuid,
  body: z.strictObject({
    tickets: z
      .array(z.strictObject({ ticket_uuid: scannedText, scan_uuid: uuid.nullable().optional() }))
      .min(1, { error: 'required' })
      .max(MAX_TOGETHER),
    reason: z.enum(MANUAL_REASONS),
    note,
    ...place,
    scanned_at: instant.nullable().optional(),
  }),
  reply: data(
    z.object({
      /** In the order of the request; `refusal` is null for a ticket that was admitted. */
      results: z.array(
        z.object({
          ticket_uuid: z.string(),
          ticket: checkInTicket.nullable(),
          refusal: z
            .object({ code: z.string(), description: z.string(), detail: z.record(z.string(), z.unknown()) })
            .nullable(),
        }),
      ),
      scan_statistics: scanStatistics,
    }),
  ),
})

/** Scans of one upload; a device with more sends several. */
export const SCANS_OF_UPLOAD = 200

const enteredScan = z.object({
  scan_uuid: uuid,
  scanned_at: instant,
  gate: z.string().nullable(),
  device_id: z.string().nullable(),
})

/** A refusal that a device gave by itself. */
const SCAN_REFUSAL = /^S[1-8]$/

export const uploadScans = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/check_in/scans',
  access: { permission: 'ticket.scan', of: 'event' },
  tag,
  summary:
    'Scans that a device decided by itself, entries and refusals, oldest first. An entry that happened is never refused: where another one came before, or the ticket is cancelled, it becomes a conflict, and of two entries the earlier one stands. The same scan again (by `scan_uuid`, or without it by `device_id` and `device_seq`) changes nothing and gets the same answer.',
  params: byUuid,
  body: z.strictObject({
    device_id: line(120).min(1, { error: 'required' }),
    role: z.enum(DEVICE_ROLES).default('scan'),
    /** The time by the device's clock when it sends this: what the clock is off by is taken off every scan. */
    sent_at: instant,
    scans: z
      .array(
        z.strictObject({
          /** Counted by the device, one more for each scan. */
          device_seq: z.int().min(1).max(2_147_483_647),
          scan_uuid: uuid.nullable().optional(),
          ticket_uuid: scannedText,
          verdict: z.enum(['admitted', 'refused']),
          /** Of a refused scan. */
          refusal: z.string().regex(SCAN_REFUSAL).nullable().optional(),
          /** By the device's clock. */
          scanned_at: instant,
          gate: line(80).nullable().optional(),
          mode: z.enum(SCAN_MODES).default('alone'),
          /** Why no code was scanned, or why a refusal was overridden. */
          reason: line(40).nullable().optional(),
          note,
        }),
      )
      .min(1, { error: 'required' })
      .max(SCANS_OF_UPLOAD),
  }),
  reply: data(
    z.object({
      /** In the order of the request. */
      results: z.array(
        z.object({
          device_seq: z.int(),
          scan_uuid: uuid,
          state: z.enum(['accepted', 'conflict']),
          conflict: z
            .object({
              kind: z.enum(CONFLICT_KINDS),
              /** With which it would have been refused online. */
              code: z.string(),
              /** The entry of the ticket that stands, which may be this one. */
              winner: enteredScan.nullable(),
              /** The entry that it met. */
              other: enteredScan.nullable(),
            })
            .nullable(),
        }),
      ),
      scan_statistics: scanStatistics,
      as_of: instant,
    }),
  ),
})

export const undoScan = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/undo_scan',
  access: { permission: 'ticket.undo_entry', of: 'event' },
  tag,
  summary:
    'Take back an entry that was a mistake: the ticket may enter again. The entry and its undoing both stay in the log. The same `scan_uuid` again is harmless.',
  params: byUuid,
  body: z.strictObject({
    ticket_uuid: scannedText,
    reason: z.enum(UNDO_REASONS).default('mistake'),
    note,
    ...place,
    scan_uuid: uuid.nullable().optional(),
  }),
  reply: data(z.object({ ticket: checkInTicket, scan_statistics: scanStatistics })),
  refusals: ['S1', 'S4', 'S6', 'conflict'],
})

/** An order as a person at the gate may see it: no price, no e-mail, no payment. */
export const gateOrder = z
  .object({
    uuid,
    number: z.string(),
    holder: z.string().nullable(),
    /** The last four digits. */
    phone_end: z.string().nullable(),
    tickets_count: z.int(),
    entered_count: z.int(),
    /** The first hundred. */
    tickets: z.array(
      z.object({
        uuid,
        number: z.string(),
        name: z.string(),
        events_ticket_uuid: uuid,
        status: z.enum(TICKET_STATES),
        redemption: z.enum(REDEMPTION_STATES),
        redeemed_at: instant.nullable(),
        gate: z.string().nullable(),
        seat: ticketSeat.optional(),
      }),
    ),
  })
  .meta({ id: 'GateOrder' })
export type GateOrder = z.infer<typeof gateOrder>

export const findAtGate = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/gate_orders',
  access: { permission: 'ticket.scan', of: 'event' },
  tag,
  summary:
    'Find orders at the gate by name, phone, order or ticket number (`q`). Each search is recorded with whose orders it showed.',
  params: byUuid,
  query: z.strictObject({ q: z.string().trim().min(1, { error: 'required' }).max(100) }),
  /** `more`: others match too. */
  reply: z.object({ data: z.array(gateOrder), meta: z.object({ more: z.boolean() }) }),
})

const ADMISSION_PAGE = 2000
const LARGEST_ADMISSION_PAGE = 5000

export const listedTicket = z
  .object({
    uuid,
    /** The last eight hex digits of its type's uuid, as in the code itself. */
    type: z.string(),
    /** As printed on the ticket (`101081-2`), for entries by hand. */
    number: z.string(),
    /** Omitted where the order has no name. */
    holder: z.string().optional(),
    /** The last four digits of the order's phone. */
    phone_end: z.string().optional(),
    /** Omitted if the ticket is not cancelled. */
    cancelled_at: instant.optional(),
    redeemed_at: instant.optional(),
    gate: z.string().optional(),
    device_id: z.string().optional(),
    scan_uuid: uuid.optional(),
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
    gates: z.array(z.object({ name: z.string(), ticket_types: z.array(uuid), lanes: z.array(z.int()).optional() })),
    /** How many lanes the event has; null where its devices trust each other. */
    lanes: z.int().nullable(),
  }),
  ticket_types: z.array(z.object({ type: z.string(), uuid, name: z.string() })),
  scan_statistics: scanStatistics,
  /** Whether a bare ticket uuid is accepted from the caller, and whether they may admit a ticket of another lane. */
  can: z.object({ scan_uuid: z.boolean(), override_lane: z.boolean() }),
}

export const admissionList = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/admission_list',
  access: { permission: 'ticket.scan', of: 'event' },
  tag,
  summary:
    'What a phone needs to check tickets at the entrance without a network: the key that ticket codes are checked with, the hours of entry, and every ticket with its number, the holder’s name and the last four digits of the phone. `since` (the `as_of` of an earlier reply) returns what has changed; `after` (the `next` of the page before) returns the next page.',
  params: byUuid,
  query: z.strictObject({
    since: instant.optional(),
    after: uuid.optional(),
    per_page: z.coerce.number().int().min(1).max(LARGEST_ADMISSION_PAGE).default(ADMISSION_PAGE),
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
  access: { permission: 'ticket.scan', of: 'event' },
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
  access: { permission: 'ticket.scan', of: 'event' },
  tag,
  summary:
    'What has changed since a device last asked. Changes of an event are numbered without gaps; `after` is the last `seq` that the device has. With `gap` it has missed some and loads everything again.',
  params: byUuid,
  query: z.strictObject({ after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
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
