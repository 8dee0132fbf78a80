import { MANUAL_REASONS, UNDO_REASONS } from '@kartis/domain/admission.ts'
import { GATE_DIRECTIONS } from '@kartis/domain/re-entry.ts'
import { CONFLICT_KINDS, DEVICE_ROLES, SCAN_MODES } from '@kartis/domain/scan-upload.ts'
import { REDEMPTION_STATES, TICKET_STATES } from '@kartis/domain/order.ts'
import { z } from 'zod'
import { byUuid, data, endpoint, instant, shekels, uuid } from './endpoint.ts'
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

const checkInTicket = ticket.omit({ code: true, price: true }).extend({
  /** For who has `scan.code_and_price`: whoever has codes can print tickets. */
  code: z.string().optional(),
  /** As the code. */
  price: shekels.optional(),
  holder: z.string().nullable(),
  order_number: z.string(),
  /** When it left, where its exit was scanned and it has not come back. */
  left_at: instant.optional(),
  /** Its last entry, where it has entered more than once. */
  reentered_at: instant.optional(),
})

const note = line(200).nullable().optional()

export const scanTicket = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/scan_ticket',
  access: { permission: 'ticket.scan', of: 'event', device: true },
  tag,
  summary:
    'Admit one ticket. `ticket_uuid` is the scanned raw value or the number that is printed on the ticket (`101081-2`, with or without the hyphen), for managers also a bare ticket uuid; the same `scan_uuid` again is harmless. With `direction: exit` the ticket leaves, and may come back where the event’s `re_entry` allows it.',
  params: byUuid,
  body: z.strictObject({
    ticket_uuid: scannedText,
    ...place,
    direction: z.enum(GATE_DIRECTIONS).default('entry'),
    scanned_at: instant.nullable().optional(),
    scan_uuid: uuid.nullable().optional(),
  }),
  reply: data(z.object({ ticket: checkInTicket, scan_statistics: scanStatistics })),
  refusals: ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S9'],
})

/** Tickets that enter together: one order rarely has more, and one statement admits all of them. */
const MAX_TOGETHER = 100

export const admitTickets = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/scan_tickets',
  access: { permission: 'ticket.scan', of: 'event', device: true },
  tag,
  summary:
    'Admit several tickets by hand, such as those of one order, with the reason why no code was scanned; as for one, a bare ticket uuid is for managers. Each gets a result of its own; the same `scan_uuid` again is harmless.',
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
const SCAN_REFUSAL = /^S[1-9]$/

export const uploadScans = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/check_in/scans',
  access: { permission: 'ticket.scan', of: 'event', device: 'upload' },
  tag,
  summary:
    'Scans that a device decided by itself, entries, exits and refusals, oldest first. An entry that happened is never refused: where another one came before, or the ticket is cancelled, it becomes a conflict, and of two entries the earlier one stands. The same scan again (by `scan_uuid`, or without it by `device_id` and `device_seq`) changes nothing and gets the same answer.',
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
          direction: z.enum(GATE_DIRECTIONS).default('entry'),
          /** Of a refused scan. */
          refusal: z.string().regex(SCAN_REFUSAL).nullable().optional(),
          /** By the device's clock. */
          scanned_at: instant,
          gate: line(80).nullable().optional(),
          mode: z.enum(SCAN_MODES).default('alone'),
          /** The device at the gate, where a hub sends what it answered to others (`role: hub`). */
          device_id: line(120).nullable().optional(),
          /** Why no code was scanned; versions of before sent `lane_override` here. */
          reason: line(40).nullable().optional(),
          /** A lead let it in although it was another lane's. */
          override: z.boolean().default(false),
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
  access: { permission: 'ticket.undo_entry', of: 'event', device: true },
  tag,
  summary:
    'Take back an entry that was a mistake: the ticket may enter again. Of a ticket that has left or entered again its last exit or entry is taken back. The act and its undoing both stay in the log. The same `scan_uuid` again is harmless.',
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

export const undoOwnScan = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/check_in/undo_own',
  access: { permission: 'ticket.scan', of: 'event', device: 'upload' },
  tag,
  summary:
    'Take back the last entry that the same person made on the same device, within two minutes: `scan_uuid` is that entry. Without a network a device does it by itself and sends it later, after the entry (`S1` while the server does not have it). Both acts stay in the log. The same `undo_uuid` again is harmless.',
  params: byUuid,
  body: z.strictObject({
    /** The scan that is taken back. */
    scan_uuid: uuid,
    undo_uuid: uuid,
    device_id: line(120).min(1, { error: 'required' }),
    /** By the device's clock; what that is off by at `sent_at` is taken off. */
    undone_at: instant,
    sent_at: instant,
  }),
  reply: data(z.object({ ticket: checkInTicket, scan_statistics: scanStatistics })),
  refusals: ['S1', 'forbidden', 'conflict'],
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
        /** When it left; omitted while it is inside. */
        left_at: instant.optional(),
        seat: ticketSeat.optional(),
        /** Of a ticket that its buyer has given away: who holds it, null once the person is erased. */
        holder: z.string().nullable().optional(),
        /** Of the holder, the last four digits. */
        phone_end: z.string().nullable().optional(),
      }),
    ),
  })
  .meta({ id: 'GateOrder' })
export type GateOrder = z.infer<typeof gateOrder>

export const findAtGate = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/gate_orders',
  access: { permission: 'ticket.scan', of: 'event', device: true },
  tag,
  summary:
    'Find orders at the gate by name, phone, order or ticket number (`q`); a transferred ticket also by its holder. Each search is recorded with whose orders it showed.',
  params: byUuid,
  query: z.strictObject({ q: z.string().trim().min(1, { error: 'required' }).max(100) }),
  /** `more`: others match too. */
  reply: z.object({ data: z.array(gateOrder), meta: z.object({ more: z.boolean() }) }),
})
