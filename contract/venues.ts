import { z } from 'zod'
import { attachment, UPLOAD_REFUSALS } from './attachments.ts'
import {
  byUuid,
  data,
  endpoint,
  exportOf,
  instant,
  listQuery,
  page,
  showQuery,
  statusCasesAt,
  uuid,
} from './endpoint.ts'
import { textsWith } from './localized-text.ts'
import { line, lineOrNumber, paragraph } from './text.ts'

const tag = 'venues'

/** The name, street and city in English and Arabic. */
const venueTexts = textsWith({ name: line(120), address_street: line(80), address_city: line(80) })

export const venue = z
  .object({
    uuid,
    name: z.string(),
    address_street: z.string(),
    address_street_number: z.string(),
    address_city: z.string(),
    notes: z.string(),
    texts: venueTexts,
    events_count: z.int(),
    created_at: instant,
    venues_maps: z.array(z.object({ uuid, name: z.string() })).optional(),
    attachments: z.array(attachment).optional(),
    /** With `append[]=statistics`. */
    statistics: z
      .object({
        events: z.object({
          count: z.int(),
          /** Those that have not ended. */
          upcoming_count: z.int(),
        }),
        venues_maps: z.object({
          count: z.int(),
          /** Of the largest that is published: its seats, and what its standing areas hold. */
          max_capacity: z.int(),
        }),
      })
      .optional(),
  })
  .meta({ id: 'Venue' })
export type Venue = z.infer<typeof venue>

const venueInput = {
  name: line(120).min(1, { error: 'required' }),
  address_street: line(80).default(''),
  address_street_number: lineOrNumber(20).default(''),
  address_city: line(80).default(''),
  notes: paragraph(2000).default(''),
  texts: venueTexts.optional(),
}

const relations = {
  with: ['venues_maps', 'attachments'],
  with_count: ['events'],
  append: ['statistics'],
} as const

const venuesQuery = listQuery({
  ...relations,
  sort: ['name', 'created_at'],
  or: ['name', 'address_city', 'address_street', 'notes'],
})

export const listVenues = endpoint({
  method: 'GET',
  path: '/v1/producer/venues',
  aliases: ['/v1/venues'],
  access: { permission: 'venue.list' },
  tag,
  summary: 'The venues of the workspace.',
  query: venuesQuery,
  reply: page(venue),
})

export const exportVenues = exportOf(listVenues)
export const venueStatusCases = statusCasesAt('/v1/producer/venues/status_cases', tag, ['/v1/venues/status_cases'])

export const createVenue = endpoint({
  method: 'POST',
  path: '/v1/producer/venues',
  aliases: ['/v1/venues'],
  access: { permission: 'venue.edit' },
  tag,
  summary: 'Add a venue.',
  body: z.strictObject(venueInput),
  reply: data(venue),
  status: 201,
})

export const showVenue = endpoint({
  method: 'GET',
  path: '/v1/producer/venues/:uuid',
  aliases: ['/v1/venues/:uuid'],
  access: { permission: 'venue.list' },
  tag,
  summary: 'One venue.',
  params: byUuid,
  query: showQuery(relations),
  reply: data(venue),
})

export const updateVenue = endpoint({
  method: 'PATCH',
  path: '/v1/producer/venues/:uuid',
  aliases: ['/v1/venues/:uuid'],
  access: { permission: 'venue.edit' },
  tag,
  summary:
    'Change a venue. Events keep the address they were made with; its texts translate them while they say the same.',
  params: byUuid,
  body: z
    .strictObject({
      name: venueInput.name,
      address_street: line(80),
      address_street_number: lineOrNumber(20),
      address_city: line(80),
      notes: paragraph(2000),
      texts: venueTexts,
    })
    .partial(),
  reply: data(venue),
})

export const deleteVenue = endpoint({
  method: 'DELETE',
  path: '/v1/producer/venues/:uuid',
  aliases: ['/v1/venues/:uuid'],
  access: { permission: 'venue.edit' },
  tag,
  summary: 'Remove a venue from the list. Events keep its address.',
  params: byUuid,
  reply: data(z.object({ done: z.literal(true) })),
})

export const addVenueFile = endpoint({
  method: 'POST',
  path: '/v1/producer/venues/:uuid/attachments',
  aliases: ['/v1/venues/:uuid/attachments'],
  access: { permission: 'venue.edit' },
  tag,
  summary:
    'Add a file to a venue: a plan, a photo or a technical description, for the workspace only. Multipart field `file`: PDF, JPG, PNG or HEIC up to 10 MB; at most 20 a venue.',
  params: byUuid,
  requestType: 'multipart',
  status: 201,
  reply: data(attachment),
  refusals: [...UPLOAD_REFUSALS, 'conflict'],
})
