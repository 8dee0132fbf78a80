import { mapDocument } from '@kartis/seat-map/model/document.ts'
import type { ImportNote } from '@kartis/seat-map/model/imported-hall.ts'
import { z } from 'zod'
import { attachment, UPLOAD_REFUSALS } from './attachments.ts'
import { byUuid, data, endpoint, numberText, uuid } from './endpoint.ts'
import { mapProblem } from './venue-map-problems.ts'
import { mapDraft, mapEdition, storedDocument } from './venue-maps.ts'

const tag = 'seating plans'
const access = { permission: 'venue.edit' } as const
const version = z.int().min(0)

/** What of a file could not be kept, or was guessed, and how often. */
export const mapNote = z
  .object({
    code: z.custom<ImportNote['code']>((value) => typeof value === 'string').meta({ type: 'string' }),
    count: z.int(),
  })
  .meta({ id: 'MapNote' })

export const saveMapDraft = endpoint({
  method: 'PUT',
  path: '/v1/producer/venues_maps/:uuid/draft',
  access,
  tag,
  summary: 'Save the draft, if nobody saved it since `version`; the reply is its next version.',
  params: byUuid,
  body: z.strictObject({ version, document: mapDocument.meta({ id: 'SeatMapDocument' }) }),
  reply: data(z.object({ version: z.int() })),
  refusals: ['version_conflict', 'payload_too_large'],
})

export const checkMapDraft = endpoint({
  method: 'POST',
  path: '/v1/producer/venues_maps/:uuid/check',
  access,
  tag,
  summary: 'What keeps the saved draft from being published and what should be looked at, blocking problems first.',
  params: byUuid,
  reply: data(z.object({ version: z.int(), seats: z.int(), areas: z.int(), problems: z.array(mapProblem) })),
  idempotent: false,
})

export const publishVenueMap = endpoint({
  method: 'POST',
  path: '/v1/producer/venues_maps/:uuid/publish',
  access,
  tag,
  summary:
    'Publish the draft as the next edition, with the warnings of its check; a draft that is already published gets no second one.',
  params: byUuid,
  /** With `version`, only that one is published: nobody publishes what another person saved meanwhile. */
  body: z.strictObject({ version: version.optional() }).prefault({}),
  reply: data(z.object({ edition: z.int(), problems: z.array(mapProblem) })),
  refusals: ['seat_map_not_ready', 'version_conflict'],
})

const byEdition = z.object({ uuid, edition: numberText(z.int().min(1).max(1_000_000)) })

export const showMapEdition = endpoint({
  method: 'GET',
  path: '/v1/producer/venues_maps/:uuid/editions/:edition',
  access: { permission: 'venue.list' },
  tag,
  summary: 'One edition with its document; it never changes.',
  params: byEdition,
  reply: data(mapEdition.extend({ document: storedDocument })),
})

export const restoreMapEdition = endpoint({
  method: 'POST',
  path: '/v1/producer/venues_maps/:uuid/editions/:edition/restore',
  access,
  tag,
  summary: 'Make an edition the draft again, if nobody saved the draft since `version`.',
  params: byEdition,
  body: z.strictObject({ version: version.optional() }).prefault({}),
  reply: data(mapDraft),
  refusals: ['version_conflict'],
})

/** `json` is a map that was exported as its document, or a pretix plan. */
export const IMPORT_FORMATS = ['pretix', 'csv', 'svg', 'json'] as const
export const EXPORT_FORMATS = ['pretix', 'csv', 'json'] as const
/** Bytes of an imported file. */
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024

export const importVenueMap = endpoint({
  method: 'POST',
  path: '/v1/producer/venues_maps/:uuid/import',
  access,
  tag,
  summary:
    'Replace the draft by a file: multipart fields `file` (up to 5 MB), `format` (json for an exported map or a pretix plan; pretix, csv or svg) and, optionally, `version`. The reply has the new draft and what could not be kept.',
  params: byUuid,
  requestType: 'multipart',
  fields: z.object({ format: z.enum(IMPORT_FORMATS), version: z.string().optional() }),
  reply: data(z.object({ draft: mapDraft, notes: z.array(mapNote) })),
  refusals: ['version_conflict', 'payload_too_large', 'unsupported_media_type', 'overloaded'],
})

export const addMapPicture = endpoint({
  method: 'POST',
  path: '/v1/producer/venues_maps/:uuid/pictures',
  aliases: ['/v1/venues_maps/:uuid/attachments', '/v1/producer/venues_maps/:uuid/attachments'],
  access,
  tag,
  summary:
    'Upload a picture of what is seen from a section: multipart field `file`, JPG up to 600 KB and four million pixels. Its uuid is the `view` of sections in the document.',
  params: byUuid,
  requestType: 'multipart',
  status: 201,
  reply: data(attachment),
  refusals: [...UPLOAD_REFUSALS, 'image_wrong', 'conflict'],
})

export const addSectionPicture = endpoint({
  method: 'POST',
  path: '/v1/venues_maps_sections/:uuid/attachments',
  aliases: ['/v1/producer/venues_maps_sections/:uuid/attachments'],
  access,
  tag,
  summary:
    'Upload a picture of what is seen from a section, as `…/pictures` of its map takes it; it becomes the `view` of the section in the draft.',
  params: byUuid,
  requestType: 'multipart',
  status: 201,
  reply: data(attachment),
  refusals: [...UPLOAD_REFUSALS, 'image_wrong', 'conflict', 'version_conflict'],
})

export const exportVenueMap = endpoint({
  method: 'GET',
  path: '/v1/producer/venues_maps/:uuid/export',
  access: { permission: 'venue.list' },
  tag,
  summary: 'The draft, or an edition, as a file: a pretix seating plan, a table of its places, or its document.',
  params: byUuid,
  query: z.strictObject({
    format: z.enum(EXPORT_FORMATS),
    edition: numberText(z.int().min(1).max(1_000_000)).optional(),
  }),
  replyType: 'file',
  reply: z.unknown(),
})
