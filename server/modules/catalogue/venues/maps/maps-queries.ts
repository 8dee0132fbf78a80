import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/db.ts'
import { containing, countAll, offsetOf, type PageOf } from '../../../../platform/http/listing.ts'
import { draftColumns } from './drafts-queries.ts'
import type { NewDraft } from './map-tasks.ts'
import type { MapOutline } from '@kartis/contract/venue-maps.ts'

export interface MapRow {
  id: string
  name: string
  venue_id: string | null
  venue_name: string | null
  draft_version: number
  edition: number | null
  published_draft: number | null
  draft_seats: number
  draft_areas: number
  /** With `outline`. */
  outline?: MapOutline | null
  published_at: Date | null
  sections_count: number
  capacity: number
  events_count: number
  created_at: Date
  updated_at: Date
}

interface MapsFilter {
  readonly venueId?: string | undefined
  readonly name?: string | undefined
  readonly venueName?: string | undefined
  readonly archived?: boolean | undefined
  /** Read the small picture of the draft too. */
  readonly outline?: boolean | undefined
}

const maps = (db: Db | Tx, accountId: string, { venueId, name, venueName, archived = false }: MapsFilter) =>
  db
    .selectFrom('venues_maps as m')
    .leftJoin('venues as v', (join) => join.onRef('v.id', '=', 'm.venue_id').on('v.archived_at', 'is', null))
    .where('m.account_id', '=', accountId)
    .where('m.archived_at', archived ? 'is not' : 'is', null)
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
    .select(['m.id', 'm.name', 'v.id as venue_id', 'v.name as venue_name', 'm.draft_version', 'm.edition'])
    .select(['m.published_draft', 'm.draft_seats', 'm.draft_areas', 'm.created_at', 'm.updated_at'])
    .$if(filter.outline === true, (q) => q.select('m.outline'))
    .select([
      sql<Date | null>`(select e.published_at from venues_map_editions e
        where e.map_id = m.id and e.edition = m.edition)`.as('published_at'),
      sql<number>`(select count(*) from venues_maps_sections s where s.map_id = m.id and s.status <> 'draft')::int`.as(
        'sections_count',
      ),
      sql<number>`(select coalesce(sum(coalesce(s.edition_capacity, s.capacity)), 0) from venues_maps_sections s
        where s.map_id = m.id)::int`.as('capacity'),
      sql<number>`(select count(*) from event_seating g where g.map_id = m.id)::int`.as('events_count'),
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

/** The names of seat maps by their uuids. */
export const mapsByIds = (
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<{ uuid: string; name: string }[]> =>
  maps(db, accountId, {})
    .where(sql<boolean>`m.id = any(${[...ids]}::uuid[])`)
    .select(['m.id as uuid', 'm.name'])
    .execute()

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

export const mapRow = (db: Db | Tx, accountId: string, id: string, outline?: boolean): Promise<MapRow | undefined> =>
  selectMaps(db, accountId, { outline }).where('m.id', '=', id).executeTakeFirst()

export interface NewMap {
  readonly id: string
  readonly accountId: string
  readonly venueId: string | null
  readonly name: string
  readonly draft: NewDraft
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
      ...draftColumns(map.draft),
      draft_saved_by: map.userId,
      draft_saved_at: map.now,
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

/** A map with the draft of another one of the account; it is not published. */
export const copyMap = async (
  db: Db | Tx,
  from: string,
  { id, accountId, name, userId, now }: Omit<NewMap, 'draft' | 'venueId'>,
): Promise<void> => {
  await sql`
    insert into venues_maps (id, account_id, venue_id, name, draft, draft_seats, draft_areas, outline,
      draft_saved_by, draft_saved_at, created_by, created_at, updated_at)
    select ${id}, account_id, venue_id, ${name}, draft, draft_seats, draft_areas, outline,
      ${userId}, ${now}, ${userId}, ${now}, ${now}
    from venues_maps where id = ${from} and account_id = ${accountId}`.execute(db)
}

/** Brings an archived map of the account back; false where there is none. */
export const unarchiveMap = async (db: Db | Tx, accountId: string, id: string, now: Date): Promise<boolean> => {
  const done = await db
    .updateTable('venues_maps')
    .set({ archived_at: null, updated_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('archived_at', 'is not', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export interface MapEventRow {
  readonly uuid: string
  readonly name: string
  readonly starts_at: Date
  readonly status: 'draft' | 'published' | 'archived'
  readonly edition: number
}

/** The events that took an edition of a map, the latest first. The map is of the account. */
export const mapEventRows = async (db: Db, mapId: string, limit: number): Promise<readonly MapEventRow[]> => {
  const { rows } = await sql<MapEventRow>`
    select e.id as uuid, e.name, e.starts_at, e.status, g.edition
    from event_seating g join events e on e.id = g.event_id
    where g.map_id = ${mapId} order by e.starts_at desc, e.id limit ${limit}`.execute(db)
  return rows
}
