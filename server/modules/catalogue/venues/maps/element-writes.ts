import type { ElementFields, MapElement } from '@kartis/contract/venue-map-parts.ts'
import { isRefusal, refuse, refuseField, type Refusal } from '@kartis/domain/refusal.ts'
import { addShape, addTable, changeTable, usualStage } from '@kartis/seat-map/commands/draw-commands.ts'
import { freeSpot, mapParts } from '@kartis/seat-map/commands/parts.ts'
import { paintParts } from '@kartis/seat-map/commands/place-commands.ts'
import { deleteParts } from '@kartis/seat-map/commands/structure-commands.ts'
import type { Area, MapDocument, Section, Shape, Table } from '@kartis/seat-map/model/document.ts'
import { addAreaTo } from './section-writes.ts'
import { addSeat, removeSeat, updateSeat } from './seat-writes.ts'
import {
  type Changed,
  type DefaultNames,
  foreignFields,
  inSteps,
  withCategoryOf,
  withPlaceCategory,
} from './write-names.ts'

type Fields = Omit<ElementFields, 'version' | 'kind' | 'section_uuid'>

const TABLE = { fields: ['label', 'category', 'capacity', 'sold', 'x', 'y'], label: 12, places: 60 } as const
const AREA = { fields: ['label', 'category', 'capacity'], label: 60 } as const
const SHAPE = { fields: ['label', 'x', 'y'], label: 80, text: [300, 60] } as const

/** What is wrong with the label of a part that has to have one. */
const wrongLabel = (label: string | null | undefined, max: number): Refusal | undefined => {
  if (label === undefined) return undefined
  if (!label) return refuseField('label', 'required')
  return label.length > max ? refuseField('label', 'too_long') : undefined
}

const moved = <P extends { at: [number, number] }>(part: P, { x, y }: Fields): P => ({
  ...part,
  at: [x ?? part.at[0], y ?? part.at[1]],
})

const painted = (document: MapDocument, id: string, category: string | undefined): MapDocument | Refusal =>
  withCategoryOf(document, category, (doc, found) => paintParts(new Set([id]), found)(doc))

const updateTable = (document: MapDocument, table: Table, fields: Fields): MapDocument | Refusal => {
  const { label, capacity, sold, category } = fields
  const wrong = foreignFields(fields, TABLE.fields) ?? wrongLabel(label, TABLE.label)
  if (wrong) return wrong
  if (capacity !== undefined && capacity > TABLE.places) return refuseField('capacity', 'too_big')
  const isTaken = document.tables.some(
    (each) => each !== table && each.section === table.section && each.label === label,
  )
  if (isTaken) return refuseField('label', 'duplicate')
  const ids = new Set([table.id])
  const resized = capacity !== undefined && capacity !== table.count
  return inSteps(
    document,
    (doc) => (resized ? changeTable(ids, { count: capacity })(doc) : doc),
    (doc) =>
      mapParts(doc, ids, {
        table: (part) => ({ ...moved(part, fields), ...(label && { label }), ...(sold && { sold }) }),
      }),
    (doc) => painted(doc, table.id, category),
  )
}

const updateArea = (document: MapDocument, area: Area, fields: Fields): MapDocument | Refusal => {
  const { label, capacity, category } = fields
  const wrong = foreignFields(fields, AREA.fields) ?? wrongLabel(label, AREA.label)
  if (wrong) return wrong
  const change = (part: Area): Area => ({ ...part, ...(label && { name: label }), ...(capacity && { capacity }) })
  return painted(mapParts(document, new Set([area.id]), { area: change }), area.id, category)
}

const updateShape = (document: MapDocument, shape: Shape, fields: Fields): MapDocument | Refusal => {
  const isStage = shape.kind === 'stage'
  const wrong =
    foreignFields(fields, SHAPE.fields) ??
    // A stage may be without a text; a text without one would be nothing.
    (isStage && !fields.label ? undefined : wrongLabel(fields.label, SHAPE.label))
  if (wrong) return wrong
  const text = fields.label === undefined ? shape.text : (fields.label ?? '')
  return mapParts(document, new Set([shape.id]), { shape: (part) => ({ ...moved(part, fields), text }) })
}

/** Changes what was sent of an element. */
export const updateElement = (document: MapDocument, key: string, fields: Fields): Changed | Refusal => {
  if (key.includes('.')) return updateSeat(document, key, fields)
  const table = document.tables.find(({ id }) => id === key)
  const area = document.areas.find(({ id }) => id === key)
  const shape = document.shapes.find(({ id }) => id === key)
  const changed = table
    ? updateTable(document, table, fields)
    : area
      ? updateArea(document, area, fields)
      : shape
        ? updateShape(document, shape, fields)
        : refuse('not_found')
  return isRefusal(changed) ? changed : { document: changed, key }
}

const addTableTo = (
  document: MapDocument,
  section: Section,
  fields: Fields,
  names: DefaultNames,
): Changed | Refusal => {
  if (section.kind !== 'tables') return refuseField('section_uuid', 'not_of_this_kind')
  const { capacity, sold = 'seats', x, y } = fields
  if (capacity === undefined) return refuseField('capacity', 'required')
  if (capacity > TABLE.places) return refuseField('capacity', 'too_big')
  const [freeX, freeY] = freeSpot(document)
  const at = [x ?? freeX, y ?? freeY] as const
  const like = document.tables.findLast((table) => table.section === section.id)
  const category = like
    ? ([document, like.category] as const)
    : withPlaceCategory(document, fields.category, names.category)
  if (isRefusal(category)) return category
  const name = { section: section.name, category: names.category }
  const added = addTable({ at, count: capacity, shape: 'round', sold }, name, section.id)(category[0])
  return updateElement(added, added.tables.at(-1)?.id ?? '', { ...fields, category: fields.category ?? category[1] })
}

const addAreaElement = (document: MapDocument, section: Section, fields: Fields): Changed | Refusal => {
  if (section.kind !== 'area') return refuseField('section_uuid', 'not_of_this_kind')
  const wrong = foreignFields(fields, AREA.fields) ?? wrongLabel(fields.label ?? undefined, AREA.label)
  if (wrong) return wrong
  const { capacity, category, label } = fields
  if (capacity === undefined) return refuseField('capacity', 'required')
  return addAreaTo(document, section, { name: label ?? section.name, capacity, category })
}

const addShapeOf = (
  document: MapDocument,
  kind: 'stage' | 'text',
  fields: Fields,
  names: DefaultNames,
): Changed | Refusal => {
  const label = fields.label ?? (kind === 'stage' ? names.stage : '')
  if (label === '' && kind === 'text') return refuseField('label', 'required')
  const usual =
    kind === 'stage' ? usualStage(document) : { at: freeSpot(document), size: [...SHAPE.text] as [number, number] }
  const at: [number, number] = [fields.x ?? usual.at[0], fields.y ?? usual.at[1]]
  const part = { kind, form: 'rect', at, size: usual.size, angle: 0, outline: [], text: label } as const
  const added = addShape({ ...part, outline: [] })(document)
  return updateElement(added, added.shapes.at(-1)?.id ?? '', { ...fields, label })
}

/** A new element of a section, or of the whole hall. */
export const addElement = (
  document: MapDocument,
  {
    kind,
    section,
    fields,
    names,
  }: {
    readonly kind: MapElement['kind']
    readonly section: Section | undefined
    readonly fields: Fields
    readonly names: DefaultNames
  },
): Changed | Refusal => {
  if (kind === 'stage' || kind === 'text')
    return section ? refuseField('section_uuid', 'not_of_this_kind') : addShapeOf(document, kind, fields, names)
  if (!section) return refuseField('section_uuid', 'required')
  if (kind === 'table') return addTableTo(document, section, fields, names)
  return kind === 'area' ? addAreaElement(document, section, fields) : addSeat(document, section, fields, names)
}

/** Takes an element away; its section stays. */
export const removeElement = (document: MapDocument, key: string): Changed | Refusal => {
  if (key.includes('.')) return removeSeat(document, key)
  const exists = [...document.tables, ...document.areas, ...document.shapes].some(({ id }) => id === key)
  if (!exists) return refuse('not_found')
  return { document: { ...deleteParts(new Set([key]))(document), sections: document.sections }, key }
}
