import { z } from 'zod'
import { byUuid, endpoint, exportOf, listQuery, page, uuid } from './endpoint.ts'
import { ticketSeat } from './tickets.ts'

/** A valid ticket that has not entered. */
const noShow = z
  .object({
    ticket_uuid: uuid,
    /** The number that is printed on the ticket. */
    number: z.string(),
    order_uuid: uuid,
    order_number: z.string(),
    holder: z.string().nullable(),
    phone: z.string().nullable(),
    /** Of the ticket type. */
    name: z.string(),
    seat: ticketSeat.optional(),
  })
  .meta({ id: 'NoShow' })
export type NoShow = z.infer<typeof noShow>

export const listNoShows = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/no_shows',
  access: { permission: 'order.list', of: 'event' },
  tag: 'admission',
  summary:
    'Valid tickets with which nobody has entered, by order: during the event who has not come yet, after it who did not come. The spreadsheet says as of when.',
  params: byUuid,
  query: listQuery({}),
  reply: page(noShow),
})

export const exportNoShows = exportOf(listNoShows, { permission: 'order.export', of: 'event' })
