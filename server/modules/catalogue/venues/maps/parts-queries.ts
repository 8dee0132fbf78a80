import type { Db, Tx } from '../../../../platform/database/db.ts'
import { sql } from 'kysely'
import { containing, countAll, offsetOf, type PageOf } from '../../../../platform/http/listing.ts'
import type { NewEdition } from './map-tasks.ts'

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
  // The keys alone are sorted: whole rows, with their settings, would not fit into the memory of a sort.
  const keys = matching
    .select('e.id')
    .orderBy('e.position', input.direction)
    .orderBy('e.id')
    .limit(input.per_page)
    .offset(offsetOf(input))
  const rows = await db
    .selectFrom('venues_maps_elements as e')
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
