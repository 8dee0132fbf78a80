import type { Venue } from '@kartis/contract/venues.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { RelationReader } from '../../../platform/http/relations.ts'
import type { Platform } from '../../../platform/platform.ts'
import { attachmentsOf } from '../../people/attachments/index.ts'
import { mapsOfVenues } from './maps/maps-queries.ts'

const idsOf = (venues: readonly Venue[]): string[] => venues.map(({ uuid }) => uuid)

interface Figures {
  venue_id: string
  upcoming: number
  maps: number
  capacity: number
}

/** Events to come and seat maps of venues of the account, by one statement. */
const figuresOf = async (db: Db, ids: readonly string[], now: Date): Promise<ReadonlyMap<string, Figures>> => {
  const { rows } = await sql<Figures>`
    select v.id as venue_id,
      (select count(*) from events e where e.venue_id = v.id and e.ends_at > ${now} and e.status <> 'archived')::int
        as upcoming,
      count(m.id)::int as maps, coalesce(max(m.capacity), 0)::int as capacity
    from venues v left join lateral (
      select m.id, (select sum(coalesce(s.edition_capacity, s.capacity)) from venues_maps_sections s
        where s.map_id = m.id) as capacity
      from venues_maps m where m.venue_id = v.id and m.account_id = v.account_id and m.archived_at is null) m on true
    where v.id = any(${[...ids]}::uuid[]) group by v.id`.execute(db)
  return new Map(rows.map((row) => [row.venue_id, row]))
}

/** What the list of venues and one venue have on request (`with`, `with_count`, `append`). */
export const ofVenues = (
  platform: Platform,
  db: Db,
  accountId: string,
  now: Date,
): Readonly<Record<'venues_maps' | 'attachments' | 'statistics', RelationReader<Venue>>> => ({
  venues_maps: async (venues) => {
    const maps = await mapsOfVenues(db, accountId, idsOf(venues))
    return venues.map(({ uuid }) => ({
      venues_maps: maps.filter((map) => map.venue_id === uuid).map(({ id, name }) => ({ uuid: id, name })),
    }))
  },
  attachments: async (venues) => {
    const files = await attachmentsOf(platform, 'venue', idsOf(venues), db)
    return venues.map(({ uuid }) => ({ attachments: files.get(uuid) ?? [] }))
  },
  statistics: async (venues) => {
    const figures = await figuresOf(db, idsOf(venues), now)
    return venues.map(({ uuid, events_count: count }) => {
      const { upcoming, maps, capacity } = figures.get(uuid) ?? { upcoming: 0, maps: 0, capacity: 0 }
      return {
        statistics: {
          events: { count, upcoming_count: upcoming },
          venues_maps: { count: maps, max_capacity: capacity },
        },
      }
    })
  },
})
