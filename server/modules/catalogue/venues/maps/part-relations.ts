import type { MapElement, MapSection } from '@kartis/contract/venue-map-parts.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { type RelationReader, relatedBy } from '../../../../platform/http/relations.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { attachmentsOf, filesByIds } from '../../../people/attachments/index.ts'
import { mapsByIds } from './maps-queries.ts'
import { sectionStatistics, seatTexts } from './part-statistics.ts'
import { sectionsByIds } from './parts-queries.ts'

interface Source {
  readonly platform: Platform
  /** To read from. */
  readonly db: Db
  readonly accountId: string
}

type Readers<T> = Readonly<Record<string, RelationReader<T>>>

const ofMap = <T extends MapSection | MapElement>({ db, accountId }: Source) =>
  relatedBy<T, { uuid: string; name: string }>(
    'venues_map',
    ({ venues_map_uuid }) => venues_map_uuid,
    (ids) => mapsByIds(db, accountId, ids),
  )

const idsOf = (parts: readonly { readonly uuid: string }[]): string[] => parts.map(({ uuid }) => uuid)
const mapsOf = (parts: readonly { readonly venues_map_uuid: string }[]): string[] => [
  ...new Set(parts.map(({ venues_map_uuid }) => venues_map_uuid)),
]

/** What the list of sections and one section have on request (`with`, `with_count`, `append`), for one reply. */
export const ofSections = (source: Source): Readers<MapSection> => {
  let counting: ReturnType<typeof sectionStatistics> | undefined
  /** The count of elements and the statistics are read together, whichever of them is requested. */
  const statistics = (sections: readonly MapSection[]) =>
    (counting ??= sectionStatistics(source.db, { mapIds: mapsOf(sections), sectionIds: idsOf(sections) }))
  return {
    venues_map: ofMap(source),
    attachments: async (sections) => {
      const pictures = sections.flatMap(({ view }) => view ?? [])
      const files = await filesByIds(source.platform, source.accountId, pictures, source.db)
      return sections.map(({ view }) => ({ attachments: files.filter(({ uuid }) => uuid === view) }))
    },
    elements: async (sections) => {
      const found = await statistics(sections)
      return sections.map(({ uuid }) => ({ elements_count: found.of(uuid).elements }))
    },
    statistics: async (sections) => {
      const found = await statistics(sections)
      return sections.map(({ uuid }) => ({ statistics: found.of(uuid).statistics }))
    },
  }
}

/** What the list of elements and one element have on request. */
export const ofElements = (source: Source): Readers<MapElement> => ({
  venues_map: ofMap(source),
  section: relatedBy(
    'section',
    ({ section_uuid }) => section_uuid,
    (ids) => sectionsByIds(source.db, source.accountId, ids),
  ),
  attachments: async (elements) => {
    const files = await attachmentsOf(source.platform, 'seat_map_element', idsOf(elements), source.db)
    return elements.map(({ uuid }) => ({ attachments: files.get(uuid) ?? [] }))
  },
  seat: async (elements) => {
    const textOf = await seatTexts(source.db, mapsOf(elements))
    return elements.map((element) => ({ seat: textOf(element) }))
  },
})
