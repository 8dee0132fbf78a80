import { LIMITS, numberingChange } from '@kartis/seat-map/model/document.ts'
import { FLAGS } from '@kartis/seat-map/model/flags.ts'
import { z } from 'zod'
import { attachment, UPLOAD_REFUSALS } from './attachments.ts'
import {
  byUuid,
  data,
  endpoint,
  exportOf,
  listQuery,
  numberText,
  page,
  showQuery,
  statusCasesAt,
  uuid,
} from './endpoint.ts'
import { textsWith } from './localized-text.ts'
import { line, lineOrNumber } from './text.ts'

const tag = 'seating plans'

/**
 * Only in the draft; as in the newest edition; in it, and changed in the draft; in it, and no longer in the draft. With the
 * next edition what is a draft or changed is published, and what is removed is gone.
 */
export const PART_STATES = ['draft', 'published', 'changed', 'removed'] as const

/** What sections and elements share. */
const part = {
  uuid,
  venues_map_uuid: uuid,
  status: z.enum(PART_STATES),
  /** Version of the map's draft, for a change that nobody else's change may precede. */
  draft_version: z.int(),
  /** With `with[]=venues_map`. */
  venues_map: z.object({ uuid, name: z.string() }).nullable().optional(),
  /** With `with[]=attachments`: of a section the picture of what is seen from there, of an element its files. */
  attachments: z.array(attachment).optional(),
} as const

export const mapSection = z
  .object({
    ...part,
    name: z.string(),
    kind: z.enum(['rows', 'tables', 'area']),
    position: z.int(),
    /** Places, and what its standing areas hold. */
    capacity: z.int(),
    /** What fits on a small map. */
    short: z.string(),
    /** The name of its floor. */
    floor: z.string(),
    gate: z.string().nullable(),
    texts: textsWith({ name: z.string(), short: z.string() }),
    /** The uuid of the picture of what is seen from there. */
    view: uuid.nullable(),
    /** The name of the price category of its rows, tables and areas; null where they have several, or there are none. */
    category: z.string().nullable(),
    /** How its places are numbered; null where it was published before this was stored. */
    numbering: numberingChange.nullable(),
    shape: z.record(z.string(), z.unknown()),
    /** With `with_count[]=elements`. */
    elements_count: z.int().optional(),
    /** With `append[]=statistics`: its seats, those of tables among them, and how many of them have each flag. */
    statistics: z
      .object({
        seats: z.object({ count: z.int(), flags: z.partialRecord(z.enum(FLAGS), z.int()) }),
        tables: z.object({ count: z.int() }),
        areas: z.object({ count: z.int(), capacity: z.int() }),
      })
      .optional(),
  })
  .meta({ id: 'VenuesMapsSection' })
export type MapSection = z.infer<typeof mapSection>

export const mapElement = z
  .object({
    ...part,
    section_uuid: uuid.nullable(),
    kind: z.enum(['seat', 'table', 'area', 'stage', 'text']),
    position: z.int(),
    row: z.string(),
    label: z.string(),
    x: z.number(),
    y: z.number(),
    /** The name of its price category; null for what has none. */
    category: z.string().nullable(),
    flags: z.array(z.enum(FLAGS)),
    /** Places of a table, or people of a standing area; null for the others. */
    capacity: z.int().nullable(),
    /** With `with[]=section`. */
    section: z.object({ uuid, name: z.string() }).nullable().optional(),
    settings: z.record(z.string(), z.unknown()),
    /** With `append[]=seat`: what a ticket of it would say; null for what is no seat. */
    seat: z
      .object({
        floor: z.string().optional(),
        section: z.string(),
        row: z.string(),
        number: z.string(),
        gate: z.string().optional(),
      })
      .nullable()
      .optional(),
  })
  .meta({ id: 'VenuesMapsElement' })
export type MapElement = z.infer<typeof mapElement>

const ofMap = { filter: { venues_map_uuid: uuid.optional(), status: z.enum(PART_STATES).optional() } }
const sectionRelations = {
  with: ['venues_map', 'attachments'],
  with_count: ['elements'],
  append: ['statistics'],
} as const
const elementRelations = { with: ['venues_map', 'section', 'attachments'], append: ['seat'] } as const

/** Of the map's draft: a change is refused when somebody saved the draft since. Without it the change is made to the newest draft. */
const version = z.int().min(0)
const writes = { access: { permission: 'venue.edit' }, tag } as const
/** A price category or a floor, by its key in the document or by its name. */
const named = line(40).min(1, { error: 'required' })
const coordinate = z.number().min(-LIMITS.extentCm).max(LIMITS.extentCm)
const capacity = z.int().min(1).max(1_000_000)

export const listMapSections = endpoint({
  method: 'GET',
  path: '/v1/venues_maps_sections',
  aliases: ['/v1/producer/venues_maps_sections'],
  access: { permission: 'venue.list' },
  tag,
  summary:
    'Sections of the newest editions of seat maps, with what calls changed of them in the drafts (`status`); of one map with filter[venues_map_uuid]. Removed ones are listed with filter[status]=removed.',
  query: listQuery({ ...ofMap, ...sectionRelations, sort: ['position', 'name'], or: ['name'] }),
  reply: page(mapSection),
})

export const exportMapSections = exportOf(listMapSections)
export const mapSectionStatusCases = statusCasesAt('/v1/venues_maps_sections/status_cases', tag, [
  '/v1/producer/venues_maps_sections/status_cases',
])

export const showMapSection = endpoint({
  method: 'GET',
  path: '/v1/venues_maps_sections/:uuid',
  aliases: ['/v1/producer/venues_maps_sections/:uuid'],
  access: { permission: 'venue.list' },
  tag,
  summary: 'One section.',
  params: byUuid,
  query: showQuery(sectionRelations),
  reply: data(mapSection),
})

const sectionFields = z
  .strictObject({
    name: line(60).min(1, { error: 'required' }),
    short: line(8),
    floor: named,
    /** Null or an empty text: no gate of its own. */
    gate: line(30).nullable(),
    texts: textsWith({ name: line(60), short: line(8) }),
    /** A picture that was uploaded to the map; null takes it away. */
    view: uuid.nullable(),
    /** From 0. Without it a new section is the last. */
    position: z.int().min(0).max(500),
    /** Fields that are not sent stay as they are. */
    numbering: numberingChange,
    /** Of all rows and tables that it holds, or of its standing area. */
    category: named,
    /** Of a standing area. */
    capacity,
    version,
  })
  .partial()
export type SectionFields = z.infer<typeof sectionFields>

export const createMapSection = endpoint({
  ...writes,
  method: 'POST',
  path: '/v1/venues_maps_sections',
  aliases: ['/v1/producer/venues_maps_sections'],
  summary:
    'Add a section to the draft of a seat map: of rows (empty until elements are added), of tables, or a standing area with its `capacity`. Editions stay as they are until the map is published.',
  body: sectionFields.required({ name: true }).extend({
    venues_map_uuid: uuid,
    kind: z.enum(['rows', 'tables', 'area']).default('rows'),
  }),
  reply: data(mapSection),
  status: 201,
  refusals: ['not_found', 'version_conflict', 'overloaded'],
})

export const updateMapSection = endpoint({
  ...writes,
  method: 'PATCH',
  path: '/v1/venues_maps_sections/:uuid',
  aliases: ['/v1/producer/venues_maps_sections/:uuid'],
  summary: 'Change a section in the draft of its seat map; its places stay.',
  params: byUuid,
  body: sectionFields,
  reply: data(mapSection),
  refusals: ['version_conflict', 'overloaded'],
})

/** The version of the draft in the query of a deletion. */
const versionQuery = z.strictObject({ version: numberText(version).optional() })

export const deleteMapSection = endpoint({
  ...writes,
  method: 'DELETE',
  path: '/v1/venues_maps_sections/:uuid',
  aliases: ['/v1/producer/venues_maps_sections/:uuid'],
  summary:
    'Take a section out of the draft of its seat map. One that holds places is refused as `section_not_empty`, with their number, unless `with_places` is `true`.',
  params: byUuid,
  query: versionQuery.extend({ with_places: z.enum(['true', 'false']).default('false') }),
  reply: data(z.object({ done: z.literal(true), places: z.int() })),
  refusals: ['section_not_empty', 'version_conflict', 'overloaded'],
})

export const listMapElements = endpoint({
  method: 'GET',
  path: '/v1/venues_maps_elements',
  aliases: ['/v1/producer/venues_maps_elements'],
  access: { permission: 'venue.list' },
  tag,
  summary:
    'Seats, tables, areas, stages and texts of the newest editions of seat maps, with what calls changed of them in the drafts (`status`); of one map with filter[venues_map_uuid]. Removed ones are listed with filter[status]=removed.',
  query: listQuery({
    filter: { ...ofMap.filter, section_uuid: uuid.optional() },
    ...elementRelations,
    sort: ['position'],
    or: ['label', 'row', 'section.name'],
  }),
  reply: page(mapElement),
})

export const exportMapElements = exportOf(listMapElements)
export const mapElementStatusCases = statusCasesAt('/v1/venues_maps_elements/status_cases', tag, [
  '/v1/producer/venues_maps_elements/status_cases',
])

export const showMapElement = endpoint({
  method: 'GET',
  path: '/v1/venues_maps_elements/:uuid',
  aliases: ['/v1/producer/venues_maps_elements/:uuid'],
  access: { permission: 'venue.list' },
  tag,
  summary: 'One element.',
  params: byUuid,
  query: showQuery(elementRelations),
  reply: data(mapElement),
})

/** The longest of any kind; a seat's has 8 characters and a row's or a table's 12. */
const label = lineOrNumber(80)

const elementFields = z
  .strictObject({
    section_uuid: uuid,
    kind: mapElement.shape.kind,
    row: lineOrNumber(12),
    /** Of a seat: null for the one that its row computes. */
    label: label.nullable(),
    category: named,
    /** All that hold: others are cleared. A companion’s place belongs to the nearest wheelchair place of its row. */
    flags: z.array(z.enum(FLAGS)).max(FLAGS.length),
    /** Of a table (up to 60) or a standing area. */
    capacity,
    /** Of a table: place by place, or the whole table to one party. */
    sold: z.enum(['seats', 'whole']),
    /** Centimetres. */
    x: coordinate,
    y: coordinate,
    version,
  })
  .partial()
export type ElementFields = z.infer<typeof elementFields>

export const createMapElement = endpoint({
  ...writes,
  method: 'POST',
  path: '/v1/venues_maps_elements',
  aliases: ['/v1/producer/venues_maps_elements'],
  summary:
    'Add an element to the draft of a seat map: a seat at the end of a row of `section_uuid` (a row that does not exist yet is added behind the last one), a table, a standing area, or a stage or a text of `venues_map_uuid`.',
  body: elementFields.extend({ kind: mapElement.shape.kind.default('seat'), venues_map_uuid: uuid.optional() }),
  reply: data(mapElement),
  status: 201,
  refusals: ['not_found', 'version_conflict', 'overloaded'],
})

export const updateMapElement = endpoint({
  ...writes,
  method: 'PATCH',
  path: '/v1/venues_maps_elements/:uuid',
  aliases: ['/v1/producer/venues_maps_elements/:uuid'],
  summary:
    'Change an element in the draft of its seat map: label, category, flags, capacity, position. Its section, kind and row stay: another value of them is `not_changeable`.',
  params: byUuid,
  body: elementFields,
  reply: data(mapElement),
  refusals: ['version_conflict', 'overloaded'],
})

export const deleteMapElement = endpoint({
  ...writes,
  method: 'DELETE',
  path: '/v1/venues_maps_elements/:uuid',
  aliases: ['/v1/producer/venues_maps_elements/:uuid'],
  summary:
    'Take an element out of the draft of its seat map: a seat leaves a gap in its row, so that its neighbours keep their numbers; a table goes with its places.',
  params: byUuid,
  query: versionQuery,
  reply: data(z.object({ done: z.literal(true) })),
  refusals: ['version_conflict', 'overloaded'],
})

export const addElementFile = endpoint({
  ...writes,
  method: 'POST',
  path: '/v1/venues_maps_elements/:uuid/attachments',
  aliases: ['/v1/producer/venues_maps_elements/:uuid/attachments'],
  summary:
    'Add a file to an element of a seat map, for the workspace only: a photo of a table, a drawing of a stage. Multipart field `file`: PDF, JPG, PNG or HEIC up to 10 MB; at most 20 an element. The same place has the same uuid in every edition, and keeps its files.',
  params: byUuid,
  requestType: 'multipart',
  status: 201,
  reply: data(attachment),
  refusals: [...UPLOAD_REFUSALS, 'conflict'],
})
