import { z } from 'zod'
import { byUuid, data, endpoint, instant, uuid } from './endpoint.ts'
import { scanStatistics } from './events.ts'
import { ticket } from './tickets.ts'

const tag = 'admission'

export const scanTicket = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/scan_ticket',
  who: 'scanner',
  tag,
  summary:
    'Admit one ticket. `ticket_uuid` is the scanned raw value or a bare ticket uuid; the same `scan_uuid` again is harmless.',
  params: byUuid,
  body: z.object({
    ticket_uuid: z.string().trim().min(1, { error: 'required' }).max(2000),
    device_id: z.string().trim().max(120).nullable().optional(),
    gate: z.string().trim().max(80).nullable().optional(),
    scanned_at: instant.nullable().optional(),
    scan_uuid: uuid.nullable().optional(),
  }),
  reply: data(
    z.object({
      ticket: ticket.extend({ holder: z.string().nullable(), order_number: z.string() }),
      scan_statistics: scanStatistics,
    }),
  ),
  refusals: ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7'],
})
