import { z } from 'zod'
import { byUuid, endpoint, exportOf, listQuery, page, shekels } from './endpoint.ts'

/** `rows`: five neighbouring rows of a section. */
export const SEAT_REPORT_PARTS = ['section', 'rows', 'category'] as const

/** What was sold of a section, some rows or a category of an event's map. */
export const seatReportRow = z
  .object({
    /** In the language of the caller. The name of the section, or of the category: of standing areas that of their category in both. */
    name: z.string(),
    kind: z.enum(['seats', 'area']),
    /** The labels of the first and the last one of some rows; null in the other parts. */
    rows: z.object({ first: z.string(), last: z.string() }).nullable(),
    /** Places of any state; of areas their capacity. */
    total: z.int(),
    /** Without invitations. */
    sold: z.int(),
    invited: z.int(),
    held: z.int(),
    /** For the public, now. */
    free: z.int(),
    /** For the producer, invitations and the box office: the next three together. */
    allotted: z.int(),
    ['house']: z.int(),
    invitations: z.int(),
    box_office: z.int(),
    /** Not for sale. */
    blocked: z.int(),
    /** Prices paid for the valid tickets of these places. */
    sum_total_amount: shekels,
  })
  .meta({ id: 'SeatReportRow' })
export type SeatReportRow = z.infer<typeof seatReportRow>

export const listSeatReport = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/seats/report',
  access: { permission: 'report.read', of: 'event' },
  tag: 'event seats',
  summary:
    'What was sold of each section of an event with seats, of each five rows or of each category, in the order of the map. The sums are those of the valid tickets; with `retained_amount` of the event they are its revenue.',
  params: byUuid,
  query: listQuery({ filter: { by: z.enum(SEAT_REPORT_PARTS).optional() } }),
  reply: page(seatReportRow),
})

export const exportSeatReport = exportOf(listSeatReport)
