import { GATE_DIRECTIONS } from '@kartis/domain/re-entry.ts'
import { CONFLICT_KINDS } from '@kartis/domain/scan-upload.ts'
import { z } from 'zod'
import { byUuid, endpoint, instant, listQuery, page, uuid } from './endpoint.ts'

export const orderEntry = z
  .object({
    scan_uuid: uuid,
    ticket_uuid: uuid,
    direction: z.enum(GATE_DIRECTIONS),
    scanned_at: instant,
    gate: z.string().nullable(),
    /** The device, or the member who scanned with a phone of the team. */
    device: z.string().nullable(),
    /** Why it entered without a scanned code; `lane_override` where a lead let in one that was scanned in another lane. */
    reason: z.string().nullable(),
    note: z.string().nullable(),
    /** A lead let it in although it was another lane's, whatever the reason. */
    lane_override: z.boolean(),
    /** What it did not fit when it arrived; `double` where another entry of the ticket was there. */
    conflict: z.enum(CONFLICT_KINDS).nullable(),
    /** Somebody has taken it back. */
    undone: z.boolean(),
  })
  .meta({ id: 'OrderEntry' })
export type OrderEntry = z.infer<typeof orderEntry>

export const listOrderEntries = endpoint({
  method: 'GET',
  path: '/v1/producer/orders/:uuid/entries',
  access: { permission: 'order.list', of: 'order' },
  tag: 'admission',
  summary:
    'Entries and exits of the tickets of an order, oldest first: when, at which gate, by whom, and why without a scanned code. Entries that met another one and those that were taken back are among them; refused scans are not.',
  params: byUuid,
  query: listQuery({}),
  reply: page(orderEntry),
})
