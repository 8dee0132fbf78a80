import { z } from 'zod'
import { byUuid, data, endpoint, instant, uuid } from './endpoint.ts'
import { scanStatistics } from './event-figures.ts'
import { ticket } from './tickets.ts'
import { line } from './text.ts'

const tag = 'admission'

export const scanTicket = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/scan_ticket',
  access: { permission: 'ticket.scan', of: 'event' },
  tag,
  summary:
    'Admit one ticket. `ticket_uuid` is the scanned raw value or a bare ticket uuid; the same `scan_uuid` again is harmless.',
  params: byUuid,
  body: z.strictObject({
    ticket_uuid: z.string().trim().min(1, { error: 'required' }).max(2000),
    device_id: line(120).nullable().optional(),
    gate: line(80).nullable().optional(),
    scanned_at: instant.nullable().optional(),
    scan_uuid: uuid.nullable().optional(),
  }),
  reply: data(
    z.object({
      ticket: ticket.extend({ holder: z.string().nullable(), order_number: z.string() }),
      scan_statistics: scanStatistics,
    }),
  ),
  refusals: ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'overloaded'],
})

const ADMISSION_PAGE = 2000
const LARGEST_ADMISSION_PAGE = 5000

export const listedTicket = z
  .object({
    uuid,
    /** The last eight hex digits of its type's uuid, as in the code itself. */
    type: z.string(),
    /** Omitted if the ticket is not cancelled. */
    cancelled_at: instant.optional(),
    redeemed_at: instant.optional(),
    gate: z.string().optional(),
    device_id: z.string().optional(),
    scan_uuid: uuid.optional(),
  })
  .meta({ id: 'ListedTicket' })
export type ListedTicket = z.infer<typeof listedTicket>

export const admissionList = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/admission_list',
  access: { permission: 'ticket.scan', of: 'event' },
  tag,
  summary:
    'What a phone needs to check tickets at the entrance without a network: the key that ticket codes are checked with, the hours of entry, and every ticket, without personal data. `since` (the `as_of` of an earlier reply) returns what has changed; `after` (the `next` of the page before) returns the next page.',
  params: byUuid,
  query: z.strictObject({
    since: instant.optional(),
    after: uuid.optional(),
    per_page: z.coerce.number().int().min(1).max(LARGEST_ADMISSION_PAGE).default(ADMISSION_PAGE),
  }),
  reply: data(
    z.object({
      event: z.object({
        uuid,
        /** Ed25519, 32 raw bytes in base64url. */
        public_key: z.string(),
        entry_starts_at: instant.nullable(),
        entry_ends_at: instant.nullable(),
      }),
      ticket_types: z.array(z.object({ type: z.string(), uuid, name: z.string() })),
      tickets: z.array(listedTicket),
      scan_statistics: scanStatistics,
      next: uuid.nullable(),
      /** Server time of this reply: the `since` of the next request. */
      as_of: instant,
    }),
  ),
})
export type AdmissionList = z.infer<typeof admissionList.reply>['data']
