import type { MapElement, MapSection } from '@kartis/contract/venue-map-parts.ts'
import type { Flag } from '@kartis/seat-map/model/flags.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'

type Statistics = NonNullable<MapSection['statistics']>
type SeatText = NonNullable<MapElement['seat']>

interface Counted {
  /** Seats, tables and areas. */
  readonly elements: number
  readonly statistics: Statistics
}

const NONE: Counted = {
  elements: 0,
  statistics: { seats: { count: 0, flags: {} }, tables: { count: 0 }, areas: { count: 0, capacity: 0 } },
}

/** What sections hold, by two statements for all of them. Elements that left the draft are not counted. */
export const sectionStatistics = async (
  db: Db,
  { mapIds, sectionIds }: { readonly mapIds: readonly string[]; readonly sectionIds: readonly string[] },
): Promise<{ readonly of: (sectionId: string) => Counted }> => {
  const elements = sql`from venues_maps_elements e
    where e.map_id = any(${[...mapIds]}::uuid[]) and e.section_id = any(${[...sectionIds]}::uuid[])
      and e.status <> 'removed'`
  const [counts, flags] = await Promise.all([
    sql<{ section_id: string; elements: number; seats: number; tables: number; areas: number; capacity: number }>`
      select e.section_id, count(*)::int as elements, count(*) filter (where e.kind = 'seat')::int as seats,
        count(*) filter (where e.kind = 'table')::int as tables,
        count(*) filter (where e.kind = 'area')::int as areas,
        coalesce(sum((e.settings->>'capacity')::int) filter (where e.kind = 'area'), 0)::int as capacity
      ${elements} group by e.section_id`.execute(db),
    sql<{ section_id: string; flag: Flag; seats: number }>`
      select f.section_id, f.flag, count(*)::int as seats
      from (select e.section_id, jsonb_array_elements_text(e.settings->'flags') as flag
        ${elements} and e.settings ? 'flags') f
      group by f.section_id, f.flag order by f.flag`.execute(db),
  ])
  const found = new Map(
    counts.rows.map(({ section_id: id, elements, seats, tables, areas, capacity }): [string, Counted] => {
      const own = flags.rows.filter((row) => row.section_id === id)
      const statistics: Statistics = {
        seats: { count: seats, flags: Object.fromEntries(own.map((row) => [row.flag, row.seats])) },
        tables: { count: tables },
        areas: { count: areas, capacity },
      }
      return [id, { elements, statistics }]
    }),
  )
  return { of: (sectionId) => found.get(sectionId) ?? NONE }
}

/** What tickets of the seats of some maps would say: the floor only where a map has several, the gate where there is one. */
export const seatTexts = async (
  db: Db,
  mapIds: readonly string[],
): Promise<(element: MapElement) => SeatText | null> => {
  const sections = await db
    .selectFrom('venues_maps_sections as s')
    .where('s.map_id', '=', sql<string>`any(${[...mapIds]}::uuid[])`)
    .select(['s.map_id', 's.id', 's.name', 's.status'])
    .select([sql<string | null>`s.shape->>'floor'`.as('floor'), sql<string | null>`s.shape->>'gate'`.as('gate')])
    .execute()
  const floors = new Map<string, Set<string>>()
  for (const { map_id: map, floor, status } of sections)
    if (floor && status !== 'removed') floors.set(map, (floors.get(map) ?? new Set()).add(floor))
  const byId = new Map(sections.map((section) => [section.id, section]))
  return ({ kind, section_uuid: id, venues_map_uuid: map, row, label }) => {
    const section = byId.get(id ?? '')
    if (kind !== 'seat' || !section) return null
    const { name, floor, gate } = section
    return {
      ...(floor && (floors.get(map)?.size ?? 0) > 1 && { floor }),
      section: name,
      row,
      number: label,
      ...(gate && { gate }),
    }
  }
}
