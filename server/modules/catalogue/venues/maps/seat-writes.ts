import type { ElementFields } from '@kartis/contract/venue-map-parts.ts'
import { isRefusal, refuse, refuseField, type Refusal } from '@kartis/domain/refusal.ts'
import { newRow, withOneMore } from '@kartis/seat-map/commands/append-place.ts'
import { withOutline } from '@kartis/seat-map/commands/block.ts'
import { mapParts, rounded } from '@kartis/seat-map/commands/parts.ts'
import { flagPlaces, labelPlace, paintPlaces, setGone, shiftPlaces } from '@kartis/seat-map/commands/place-commands.ts'
import { placesOf } from '@kartis/seat-map/model/computed-places.ts'
import { keySource, LIMITS, type MapDocument, type Row, type Section } from '@kartis/seat-map/model/document.ts'
import { FLAGS } from '@kartis/seat-map/model/flags.ts'
import {
  type Changed,
  type DefaultNames,
  foreignFields,
  inSteps,
  withCategoryOf,
  withPlaceCategory,
} from './write-names.ts'

/** What the fields of a seat are in its row or table. */
const SEAT_FIELDS = ['label', 'category', 'flags', 'x', 'y'] as const
const MAX_LABEL = 8

/** A place with the labels of its row or table; undefined: there is none of this name. */
const placeOf = (document: MapDocument, name: string) => {
  const [id] = name.split('.')
  const group = [...document.rows, ...document.tables].find((each) => each.id === id)
  const section = document.sections.find((each) => each.id === group?.section)
  if (!group || !section) return undefined
  const { names, labels, points } = placesOf(
    { group, section, focus: section.focus ?? document.focus },
    undefined,
    new Map(),
  )
  const index = names.indexOf(name)
  const point = points[index]
  if (!point) return undefined
  const others = labels.filter((_, each) => each !== index)
  return { group, label: labels[index] ?? '', point, others }
}

/** Another label, or the computed one; what is computed is not stored. */
const labelled = (document: MapDocument, name: string, label: string | null | undefined): MapDocument | Refusal => {
  if (label === undefined) return document
  if (label !== null && label.length > MAX_LABEL) return refuseField('label', 'too_long')
  const plain = labelPlace(name, '')(document)
  const computed = placeOf(plain, name)
  const next = label ?? ''
  const text = next === '' ? computed?.label : next
  if (text !== undefined && computed?.others.includes(text)) return refuseField('label', 'duplicate')
  return text === computed?.label ? plain : labelPlace(name, next)(document)
}

const flagged = (document: MapDocument, name: string, flags: ElementFields['flags']): MapDocument => {
  if (flags === undefined) return document
  const key = name.split('.')[1] ?? ''
  const before = placeOf(document, name)?.group.except[key]?.is ?? []
  return FLAGS.filter((flag) => flags.includes(flag) !== before.includes(flag)).reduce(
    (result, flag) => flagPlaces([name], flag, flags.includes(flag))(result),
    document,
  )
}

const shifted = (document: MapDocument, name: string, { x, y }: Pick<ElementFields, 'x' | 'y'>): MapDocument => {
  const at = placeOf(document, name)?.point
  if (!at || (x === undefined && y === undefined)) return document
  return shiftPlaces([name], [rounded((x ?? at[0]) - at[0]), rounded((y ?? at[1]) - at[1])])(document)
}

/** Changes what was sent of a seat. */
export const updateSeat = (document: MapDocument, name: string, fields: ElementFields): Changed | Refusal => {
  const place = placeOf(document, name)
  if (!place) return refuse('not_found')
  const foreign = foreignFields(fields, SEAT_FIELDS)
  if (foreign) return foreign
  const changed = inSteps(
    document,
    (doc) => labelled(doc, name, fields.label),
    (doc) => withCategoryOf(doc, fields.category, (found, category) => paintPlaces([name], category)(found)),
    (doc) => flagged(doc, name, fields.flags),
    (doc) => shifted(doc, name, fields),
  )
  return isRefusal(changed) ? changed : { document: changed, key: name }
}

/** A document with the row, and the name of its new place. */
const appended = (document: MapDocument, section: Section, row: Row): Changed | Refusal => {
  if (row.count >= LIMITS.rowPlaces) return refuseField('row', 'too_many')
  const { row: grown, place } = withOneMore(row, section, section.focus ?? document.focus)
  return { document: mapParts(document, new Set([row.id]), { row: () => grown }), key: place }
}

/** A seat at the end of a row, or the first of a new row behind the others. */
export const addSeat = (
  document: MapDocument,
  section: Section,
  { row: label, ...fields }: ElementFields,
  names: DefaultNames,
): Changed | Refusal => {
  if (section.kind !== 'rows') return refuseField('section_uuid', 'not_of_this_kind')
  if (!label) return refuseField('row', 'required')
  const own = document.rows.filter((row) => row.section === section.id)
  const [row, ...alike] = own.filter((each) => each.label === label)
  if (alike.length > 0) return refuseField('row', 'duplicate')
  let added: Changed | Refusal
  if (row) added = appended(document, section, row)
  else {
    const last = own.toSorted((a, b) => a.rank - b.rank).at(-1)
    const category = last
      ? ([document, last.category] as const)
      : withPlaceCategory(document, fields.category, names.category)
    if (isRefusal(category)) return category
    const keys = keySource(category[0].next)
    const first = newRow(category[0], { id: keys.take(), section, label, category: category[1] })
    added = {
      document: { ...category[0], next: keys.next(), rows: [...category[0].rows, first] },
      key: `${first.id}.1`,
    }
  }
  if (isRefusal(added)) return added
  const seat = placeOf(added.document, added.key)
  // Of a row that is numbered from its middle: the number of the new place is that of another one.
  if (fields.label === undefined && seat?.others.includes(seat.label)) return refuseField('label', 'required')
  const changed = updateSeat(added.document, added.key, fields)
  return isRefusal(changed) ? changed : { ...changed, document: withOutline(changed.document, section.id) }
}

/** Leaves a gap in the row. Companions' places of a wheelchair place belong to the nearest other one of the row, or to none. */
export const removeSeat = (document: MapDocument, name: string): Changed | Refusal => {
  if (!placeOf(document, name)) return refuse('not_found')
  const released = flagPlaces([name], 'wheelchair', false)(document)
  return { document: setGone([name], true)(released), key: name }
}
