import type { SectionFields } from '@kartis/contract/venue-map-parts.ts'
import { isRefusal, refuse, refuseField, type Refusal } from '@kartis/domain/refusal.ts'
import { withSection } from '@kartis/seat-map/commands/block.ts'
import { withAreaCategory } from '@kartis/seat-map/commands/draw-commands.ts'
import { freeSpot, idsOfSections, roundedPoint, updateSection } from '@kartis/seat-map/commands/parts.ts'
import { numberSections, paintParts } from '@kartis/seat-map/commands/place-commands.ts'
import { changeSection, deleteParts } from '@kartis/seat-map/commands/structure-commands.ts'
import { countPlaces, keySource, type MapDocument, type Section } from '@kartis/seat-map/model/document.ts'
import { type Changed, floorOf, inSteps, withCategoryOf } from './write-names.ts'

/** Centimetres of a standing area of which no outline is known. */
const AREA = { width: 600, depth: 400 }

/** Puts a section at a position among the others. */
const atPosition = (document: MapDocument, id: string, position: number): MapDocument => {
  const order = document.sections.toSorted((a, b) => a.rank - b.rank).filter((section) => section.id !== id)
  const moved = document.sections.filter((section) => section.id === id)
  const ranks = new Map(order.toSpliced(position, 0, ...moved).map((section, rank) => [section.id, rank]))
  return {
    ...document,
    sections: document.sections.map((each) => ({ ...each, rank: ranks.get(each.id) ?? each.rank })),
  }
}

const withTexts = (document: MapDocument, id: string, texts: Section['texts']): MapDocument => ({
  ...document,
  sections: document.sections.map((section) => {
    if (section.id !== id) return section
    const { texts: _texts, ...others } = section
    return texts && Object.keys(texts).length > 0 ? { ...others, texts } : others
  }),
})

/** Adds a standing area to a section. */
export const addAreaTo = (
  document: MapDocument,
  section: Section,
  {
    name,
    capacity,
    category,
  }: { readonly name: string; readonly capacity: number; readonly category?: string | undefined },
): Changed | Refusal => {
  const [x, y] = freeSpot(document)
  const rectangle = [
    [x - AREA.width / 2, y],
    [x + AREA.width / 2, y],
    [x + AREA.width / 2, y + AREA.depth],
    [x - AREA.width / 2, y + AREA.depth],
  ] as const
  const outline = section.outline.length > 2 ? section.outline : rectangle.map(roundedPoint)
  const [categorised, own] = category === undefined ? withAreaCategory(document, name) : [document, null]
  const keys = keySource(categorised.next)
  const key = keys.take()
  const added = updateSection(
    {
      ...categorised,
      next: keys.next(),
      areas: [...categorised.areas, { id: key, section: section.id, name, outline, capacity, category: own }],
    },
    section.id,
    { outline },
  )
  const painted = withCategoryOf(added, category, (doc, id) => paintParts(new Set([key]), id)(doc))
  return isRefusal(painted) ? painted : { document: painted, key }
}

const withCapacity = (document: MapDocument, id: string, capacity: number | undefined): MapDocument | Refusal => {
  if (capacity === undefined) return document
  const [area, ...others] = document.areas.filter(({ section }) => section === id)
  if (!area || others.length > 0) return refuseField('capacity', 'not_of_this_kind')
  return { ...document, areas: document.areas.map((each) => (each === area ? { ...each, capacity } : each)) }
}

const withCategory = (document: MapDocument, id: string, category: string | undefined): MapDocument | Refusal => {
  if (category === undefined) return document
  const parts = new Set(idsOfSections(document, new Set([id])))
  // Categories are those of rows, tables and areas: an empty section has none.
  if (parts.size === 0) return refuseField('category', 'not_of_this_kind')
  return withCategoryOf(document, category, (doc, found) => paintParts(parts, found)(doc))
}

/** Changes what was sent of a section. */
export const updateSectionOf = (
  document: MapDocument,
  id: string,
  { name, short, floor, gate, texts, view, position, numbering, category, capacity }: Omit<SectionFields, 'version'>,
): Changed | Refusal => {
  if (!document.sections.some((section) => section.id === id)) return refuse('not_found')
  const on = floorOf(document, floor)
  if (isRefusal(on)) return on
  const changed = inSteps(
    document,
    changeSection(id, {
      ...(name !== undefined && { name }),
      ...(short !== undefined && { short }),
      ...(on !== undefined && { floor: on }),
      ...(gate !== undefined && { gate: gate ?? '' }),
      ...(view !== undefined && { view }),
    }),
    (doc) => (texts === undefined ? doc : withTexts(doc, id, texts as Section['texts'])),
    (doc) => (position === undefined ? doc : atPosition(doc, id, position)),
    (doc) => (numbering === undefined ? doc : numberSections(new Set([id]), numbering)(doc)),
    (doc) => withCategory(doc, id, category),
    (doc) => withCapacity(doc, id, capacity),
  )
  return isRefusal(changed) ? changed : { document: changed, key: id }
}

/** A new section, the last of its map unless it has a position. */
export const addSection = (
  document: MapDocument,
  {
    kind,
    capacity,
    category,
    ...fields
  }: Omit<SectionFields, 'version'> & { readonly name: string; readonly kind: Section['kind'] },
): Changed | Refusal => {
  if (kind === 'area' && capacity === undefined) return refuseField('capacity', 'required')
  if (kind !== 'area' && capacity !== undefined) return refuseField('capacity', 'not_of_this_kind')
  const [sectioned, key] = withSection(document, { name: fields.name, kind })
  const section = sectioned.sections.find(({ id }) => id === key)
  const filled =
    kind === 'area' && section && capacity !== undefined
      ? addAreaTo(sectioned, section, { name: fields.name, capacity, category })
      : { document: sectioned }
  if (isRefusal(filled)) return filled
  return updateSectionOf(filled.document, key, kind === 'area' ? fields : { ...fields, category })
}

/** Takes a section away; one with places only if its caller says that they go along. */
export const removeSection = (document: MapDocument, id: string, withPlaces: boolean): Changed | Refusal => {
  if (!document.sections.some((section) => section.id === id)) return refuse('not_found')
  const own = <P extends { readonly section: string }>(list: readonly P[]): P[] =>
    list.filter(({ section }) => section === id)
  const standing = own(document.areas).reduce((sum, { capacity }) => sum + capacity, 0)
  const places = countPlaces({ rows: own(document.rows), tables: own(document.tables) }) + standing
  if (places > 0 && !withPlaces) return refuse('section_not_empty', { detail: { places } })
  const emptied = deleteParts(new Set(idsOfSections(document, new Set([id]))))(document)
  return {
    document: { ...emptied, sections: emptied.sections.filter((section) => section.id !== id) },
    key: id,
    places,
  }
}
