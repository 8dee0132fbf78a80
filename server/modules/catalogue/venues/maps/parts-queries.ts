import type { Db, Tx } from '../../../../platform/database/db.ts'
import { sql } from 'kysely'
import { containing, countAll, offsetOf, type PageOf } from '../../../../platform/http/listing.ts'
import type { MapSection } from '@kartis/contract/venue-map-parts.ts'
import type { NewEdition } from './map-tasks.ts'
import type { PartRows, Unpublished } from './part-states.ts'

type PartState = MapSection['status']

interface PartFilter {
  readonly mapId?: string | undefined
  readonly id?: string | undefined
  /** Undefined: whatever the draft still has. */
  readonly status?: PartState | undefined
}

const partsOf = (db: Db, accountId: string, { mapId, id, status }: PartFilter) => ({
  sections: db
    .selectFrom('venues_maps_sections as s')
    .innerJoin('venues_maps as m', 'm.id', 's.map_id')
    .where('s.account_id', '=', accountId)
    .where('m.archived_at', 'is', null)
    .where('s.status', status === undefined ? '<>' : '=', status ?? 'removed')
    .$if(mapId !== undefined, (q) => q.where('s.map_id', '=', mapId ?? ''))
    .$if(id !== undefined, (q) => q.where('s.id', '=', id ?? '')),
  elements: db
    .selectFrom('venues_maps_elements as e')
    .innerJoin('venues_maps as m', 'm.id', 'e.map_id')
    .where('e.account_id', '=', accountId)
    .where('m.archived_at', 'is', null)
    .where('e.status', status === undefined ? '<>' : '=', status ?? 'removed')
    .$if(mapId !== undefined, (q) => q.where('e.map_id', '=', mapId ?? ''))
    .$if(id !== undefined, (q) => q.where('e.id', '=', id ?? '')),
})

const SECTION = [
  's.map_id',
  's.id',
  's.position',
  's.name',
  's.kind',
  's.capacity',
  's.shape',
  's.status',
  'm.draft_version',
] as const
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
  'e.status',
  'm.draft_version',
] as const

export const listSectionRows = async (
  db: Db,
  accountId: string,
  input: PageOf & {
    mapId?: string | undefined
    status?: PartState | undefined
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

/** What an element contains; any of them is enough. */
interface ElementTexts {
  readonly label?: string | undefined
  readonly row?: string | undefined
  readonly sectionName?: string | undefined
}

/** Undefined where nothing is searched for. */
const containsAny = ({ label, row, sectionName }: ElementTexts) => {
  const requested = [
    ...(label === undefined ? [] : [sql<boolean>`e.label ilike ${containing(label)}`]),
    ...(row === undefined ? [] : [sql<boolean>`e.row_label ilike ${containing(row)}`]),
    ...(sectionName === undefined
      ? []
      : [
          sql<boolean>`exists (select 1 from venues_maps_sections s
            where s.map_id = e.map_id and s.id = e.section_id and s.name ilike ${containing(sectionName)})`,
        ]),
  ]
  return requested.length === 0 ? undefined : sql<boolean>`(${sql.join(requested, sql` or `)})`
}

export const listElementRows = async (
  db: Db,
  accountId: string,
  input: PageOf & {
    mapId?: string | undefined
    status?: PartState | undefined
    sectionId?: string | undefined
    contains: ElementTexts
    direction: 'asc' | 'desc'
  },
) => {
  const contained = containsAny(input.contains)
  const matching = partsOf(db, accountId, input)
    .elements.$if(input.sectionId !== undefined, (q) => q.where('e.section_id', '=', input.sectionId ?? ''))
    .$if(contained !== undefined, (q) => q.where(contained ?? sql<boolean>`true`))
  // The keys alone are sorted: whole rows, with their settings, would not fit into the memory of a sort.
  const keys = matching
    .select('e.id')
    .orderBy('e.position', input.direction)
    .orderBy('e.id')
    .limit(input.per_page)
    .offset(offsetOf(input))
  const rows = await db
    .selectFrom('venues_maps_elements as e')
    .innerJoin('venues_maps as m', 'm.id', 'e.map_id')
    .where('e.id', 'in', keys)
    .select(ELEMENT)
    .orderBy('e.position', input.direction)
    .orderBy('e.id')
    .execute()
  const { n } = await matching.select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

export const elementRow = (db: Db, accountId: string, id: string) =>
  partsOf(db, accountId, { id }).elements.select(ELEMENT).executeTakeFirst()

export type ElementRow = NonNullable<Awaited<ReturnType<typeof elementRow>>>

/** The names of sections by their uuids. */
export const sectionsByIds = (
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<{ uuid: string; name: string }[]> =>
  db
    .selectFrom('venues_maps_sections as s')
    .where('s.account_id', '=', accountId)
    .where(sql<boolean>`s.id = any(${[...ids]}::uuid[])`)
    .select(['s.id as uuid', 's.name'])
    .execute()

/** The parts of a map whose rows are not those of its edition: sections by uuid, elements by key. */
export const unpublishedParts = async (db: Db | Tx, mapId: string): Promise<Unpublished> => {
  const { rows } = await sql<{ sections: string[]; elements: string[] }>`
    select
      array(select id::text from venues_maps_sections where map_id = ${mapId} and status <> 'published') as sections,
      array(select settings->>'key' from venues_maps_elements where map_id = ${mapId} and status <> 'published')
        as elements`.execute(db)
  return rows[0] ?? { sections: [], elements: [] }
}

/** Writes what a save of the draft makes of the sections and elements of its map, which is locked. */
export const saveParts = async (tx: Tx, mapId: string, accountId: string, rows: PartRows): Promise<void> => {
  await sql`
    insert into venues_maps_sections
      (map_id, id, account_id, position, name, kind, capacity, shape, status, edition_capacity)
    select ${mapId}, id, ${accountId}, position, name, kind, capacity, shape, status, edition_capacity
    from json_to_recordset(${rows.sections}::json)
      as part (id uuid, position int, name text, kind text, capacity int, shape jsonb, status text,
        edition_capacity int)
    on conflict (map_id, id) do update set position = excluded.position, name = excluded.name,
      kind = excluded.kind, capacity = excluded.capacity, shape = excluded.shape, status = excluded.status,
      edition_capacity = excluded.edition_capacity`.execute(tx)
  for (const chunk of rows.elements)
    await sql`
      insert into venues_maps_elements
        (map_id, id, account_id, section_id, position, kind, row_label, label, x, y, settings, status)
      select ${mapId}, id, ${accountId}, section_id, position, kind, row_label, label, x, y, settings, status
      from json_to_recordset(${chunk}::json)
        as part (id uuid, section_id uuid, position int, kind text, row_label text, label text, x real, y real,
          settings jsonb, status text)
      on conflict (map_id, id) do update set section_id = excluded.section_id, position = excluded.position,
        kind = excluded.kind, row_label = excluded.row_label, label = excluded.label, x = excluded.x,
        y = excluded.y, settings = excluded.settings, status = excluded.status`.execute(tx)
  const gone = sql<boolean>`id = any(${[...rows.gone]}::uuid[])`
  await tx.deleteFrom('venues_maps_elements').where('map_id', '=', mapId).where(gone).execute()
  await tx.deleteFrom('venues_maps_sections').where('map_id', '=', mapId).where(gone).execute()
  await sql`
    update venues_maps_sections s set position = part.position
    from json_to_recordset(${rows.positions}::json) as part (id uuid, position int)
    where s.map_id = ${mapId} and s.id = part.id and s.position <> part.position`.execute(tx)
}

/** Replaces the sections and elements of a map by those of its newest edition; takes the rows as JSON, without reading it. */
export const replaceParts = async (
  tx: Tx,
  mapId: string,
  accountId: string,
  { sections, elements }: Pick<NewEdition, 'sections' | 'elements'>,
): Promise<void> => {
  // Its elements go with a section; those without one do not.
  await tx.deleteFrom('venues_maps_elements').where('map_id', '=', mapId).execute()
  await tx.deleteFrom('venues_maps_sections').where('map_id', '=', mapId).execute()
  await sql`
    insert into venues_maps_sections (map_id, id, account_id, position, name, kind, capacity, shape)
    select ${mapId}, id, ${accountId}, position, name, kind, capacity, shape
    from json_to_recordset(${sections}::json)
      as part (id uuid, position int, name text, kind text, capacity int, shape jsonb)`.execute(tx)
  for (const chunk of elements)
    await sql`
      insert into venues_maps_elements
        (map_id, id, account_id, section_id, position, kind, row_label, label, x, y, settings)
      select ${mapId}, id, ${accountId}, section_id, position, kind, row_label, label, x, y, settings
      from json_to_recordset(${chunk}::json)
        as part (id uuid, section_id uuid, position int, kind text, row_label text, label text, x real, y real,
          settings jsonb)`.execute(tx)
}
