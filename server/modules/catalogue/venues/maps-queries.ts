import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { asJson, containing, countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { MapDocument } from './tables.ts'

export interface MapRow {
  id: string
  name: string
  venue_id: string | null
  venue_name: string | null
  draft_version: number
  published_version: number | null
  published_at: Date | null
  sections_count: number
  capacity: number
  created_at: Date
  updated_at: Date
}

interface MapsFilter {
  readonly venueId?: string | undefined
  readonly name?: string | undefined
  readonly venueName?: string | undefined
}

const maps = (db: Db | Tx, accountId: string, { venueId, name, venueName }: MapsFilter) =>
  db
    .selectFrom('venues_maps as m')
    .leftJoin('venues as v', (join) => join.onRef('v.id', '=', 'm.venue_id').on('v.archived_at', 'is', null))
    .where('m.account_id', '=', accountId)
    .where('m.archived_at', 'is', null)
    .$if(venueId !== undefined, (q) => q.where('m.venue_id', '=', venueId ?? ''))
    .$if(name !== undefined || venueName !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          ...(name === undefined ? [] : [eb('m.name', 'ilike', containing(name))]),
          ...(venueName === undefined ? [] : [eb('v.name', 'ilike', containing(venueName))]),
        ]),
      ),
    )

const selectMaps = (db: Db | Tx, accountId: string, filter: MapsFilter = {}) =>
  maps(db, accountId, filter)
    .select(['m.id', 'm.name', 'v.id as venue_id', 'v.name as venue_name', 'm.draft_version', 'm.published_version'])
    .select(['m.created_at', 'm.updated_at'])
    .select([
      sql<Date | null>`(select e.published_at from venues_map_editions e
        where e.map_id = m.id and e.version = m.published_version)`.as('published_at'),
      sql<number>`(select count(*) from venues_maps_sections s where s.map_id = m.id)::int`.as('sections_count'),
      sql<number>`(select coalesce(sum(s.capacity), 0) from venues_maps_sections s where s.map_id = m.id)::int`.as(
        'capacity',
      ),
    ])

export type MapSort = 'm.name' | 'm.created_at' | 'm.updated_at'

export const listMapRows = async (
  db: Db,
  accountId: string,
  input: PageOf & MapsFilter & { column: MapSort; direction: 'asc' | 'desc' },
): Promise<{ rows: MapRow[]; total: number }> => {
  const rows = await selectMaps(db, accountId, input)
    .orderBy(input.column, input.direction)
    .orderBy('m.id')
    .limit(input.per_page)
    .offset(offsetOf(input))
    .execute()
  const { n } = await maps(db, accountId, input).select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

/** The seat maps of venues, by name. */
export const mapsOfVenues = (
  db: Db,
  accountId: string,
  venueIds: readonly string[],
): Promise<{ id: string; name: string; venue_id: string | null }[]> =>
  maps(db, accountId, {})
    .where(sql<boolean>`m.venue_id = any(${[...venueIds]}::uuid[])`)
    .select(['m.id', 'm.name', 'm.venue_id'])
    .orderBy('m.name')
    .orderBy('m.id')
    .execute()

export const mapRow = (db: Db | Tx, accountId: string, id: string): Promise<MapRow | undefined> =>
  selectMaps(db, accountId).where('m.id', '=', id).executeTakeFirst()

/** The draft document of a seat map. */
export const readDraft = async (db: Db | Tx, accountId: string, id: string): Promise<MapDocument | undefined> => {
  const row = await maps(db, accountId, {}).where('m.id', '=', id).select('m.draft').executeTakeFirst()
  return row?.draft
}

export interface NewMap {
  readonly id: string
  readonly accountId: string
  readonly venueId: string | null
  readonly name: string
  readonly draft: MapDocument
  readonly userId: string
  readonly now: Date
}

export const insertMap = async (db: Db | Tx, map: NewMap): Promise<void> => {
  await db
    .insertInto('venues_maps')
    .values({
      id: map.id,
      account_id: map.accountId,
      venue_id: map.venueId,
      name: map.name,
      draft: asJson(map.draft),
      published_version: null,
      created_by: map.userId,
      created_at: map.now,
      updated_at: map.now,
    })
    .execute()
}

export const changeMap = async (
  db: Db | Tx,
  accountId: string,
  id: string,
  change: { name?: string; venue_id?: string | null; archived_at?: Date },
  now: Date,
): Promise<boolean> => {
  const done = await db
    .updateTable('venues_maps')
    .set({ ...change, updated_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

const partsOf = (
  db: Db,
  accountId: string,
  { mapId, id }: { mapId?: string | undefined; id?: string | undefined },
) => ({
  sections: db
    .selectFrom('venues_maps_sections as s')
    .innerJoin('venues_maps as m', 'm.id', 's.map_id')
    .where('s.account_id', '=', accountId)
    .where('m.archived_at', 'is', null)
    .$if(mapId !== undefined, (q) => q.where('s.map_id', '=', mapId ?? ''))
    .$if(id !== undefined, (q) => q.where('s.id', '=', id ?? '')),
  elements: db
    .selectFrom('venues_maps_elements as e')
    .innerJoin('venues_maps as m', 'm.id', 'e.map_id')
    .where('e.account_id', '=', accountId)
    .where('m.archived_at', 'is', null)
    .$if(mapId !== undefined, (q) => q.where('e.map_id', '=', mapId ?? ''))
    .$if(id !== undefined, (q) => q.where('e.id', '=', id ?? '')),
})

const SECTION = ['s.map_id', 's.id', 's.position', 's.name', 's.kind', 's.capacity', 's.shape'] as const
const ELEMENT = [
  'e.map_id',
  'e.id',
  'e.section_id',
  'e.position',
  'e.kind',
  'e.row_label',
  'e.label',
  'e.x',
  'e.y',
  'e.settings',
] as const

export const listSectionRows = async (
  db: Db,
  accountId: string,
  input: PageOf & {
    mapId?: string | undefined
    name?: string | undefined
    column: 's.position' | 's.name'
    direction: 'asc' | 'desc'
  },
) => {
  const matching = partsOf(db, accountId, input).sections.$if(input.name !== undefined, (q) =>
    q.where('s.name', 'ilike', containing(input.name ?? '')),
  )
  const rows = await matching
    .select(SECTION)
    .orderBy(input.column, input.direction)
    .orderBy('s.id')
    .limit(input.per_page)
    .offset(offsetOf(input))
    .execute()
  const { n } = await matching.select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

export const sectionRow = (db: Db, accountId: string, id: string) =>
  partsOf(db, accountId, { id }).sections.select(SECTION).executeTakeFirst()

export type SectionRow = NonNullable<Awaited<ReturnType<typeof sectionRow>>>

export const listElementRows = async (
  db: Db,
  accountId: string,
  input: PageOf & { mapId?: string | undefined; sectionId?: string | undefined; direction: 'asc' | 'desc' },
) => {
  const matching = partsOf(db, accountId, input).elements.$if(input.sectionId !== undefined, (q) =>
    q.where('e.section_id', '=', input.sectionId ?? ''),
  )
  const rows = await matching
    .select(ELEMENT)
    .orderBy('e.position', input.direction)
    .orderBy('e.id')
    .limit(input.per_page)
    .offset(offsetOf(input))
    .execute()
  const { n } = await matching.select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

export const elementRow = (db: Db, accountId: string, id: string) =>
  partsOf(db, accountId, { id }).elements.select(ELEMENT).executeTakeFirst()

export type ElementRow = NonNullable<Awaited<ReturnType<typeof elementRow>>>
