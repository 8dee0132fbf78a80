import type { ElementFields, MapElement, SectionFields } from '@kartis/contract/venue-map-parts.ts'
import { refuse, refuseField, type Refusal } from '@kartis/domain/refusal.ts'
import type { MapDocument, Section } from '@kartis/seat-map/model/document.ts'
import { partUuid } from './edition-parts.ts'
import { addElement, removeElement, updateElement } from './element-writes.ts'
import { addSection, removeSection, updateSectionOf } from './section-writes.ts'
import type { Changed, DefaultNames } from './write-names.ts'

/** A change of one section (by its uuid) or of one element (by its key). */
export type PartWrite =
  | {
      readonly kind: 'add_section'
      readonly fields: SectionFields & { readonly name: string; readonly kind: Section['kind'] }
    }
  | { readonly kind: 'update_section'; readonly uuid: string; readonly fields: SectionFields }
  | { readonly kind: 'remove_section'; readonly uuid: string; readonly withPlaces: boolean }
  | {
      readonly kind: 'add_element'
      readonly of: MapElement['kind']
      readonly section: string | undefined
      readonly fields: ElementFields
      readonly names: DefaultNames
    }
  | { readonly kind: 'update_element'; readonly key: string; readonly fields: ElementFields }
  | { readonly kind: 'remove_element'; readonly key: string }

const sectionBy = (document: MapDocument, mapId: string, uuid: string): Section | undefined =>
  document.sections.find(({ id }) => partUuid(mapId, id) === uuid)

const changedSection = (
  document: MapDocument,
  section: Section | undefined,
  write: Extract<PartWrite, { readonly uuid: string }>,
): Changed | Refusal => {
  if (!section) return refuse('not_found')
  return write.kind === 'update_section'
    ? updateSectionOf(document, section.id, write.fields)
    : removeSection(document, section.id, write.withPlaces)
}

/** The document of a map with the change. Refusals: `not_found`, `validation` by field, `section_not_empty`. */
export const changedBy = (document: MapDocument, mapId: string, write: PartWrite): Changed | Refusal => {
  if (write.kind === 'add_section') return addSection(document, write.fields)
  if ('uuid' in write) return changedSection(document, sectionBy(document, mapId, write.uuid), write)
  if (write.kind === 'update_element') return updateElement(document, write.key, write.fields)
  if (write.kind === 'remove_element') return removeElement(document, write.key)
  const { of: kind, fields, names } = write
  const section = write.section === undefined ? undefined : sectionBy(document, mapId, write.section)
  // It is in the edition, and no longer in the draft.
  if (write.section !== undefined && !section) return refuseField('section_uuid', 'unknown_option')
  return addElement(document, { kind, section, fields, names })
}
