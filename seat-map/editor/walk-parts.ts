import type { MapDocument } from '../model/document.ts'
import { type Ids, idsOfSections, partsOf } from '../commands/parts.ts'

/** What one step selects: a section with all of its parts, or a part that belongs to none. */
const stopsOf = (document: MapDocument): string[][] => {
  const sections = document.sections
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ id }) => idsOfSections(document, new Set([id])))
    .filter(({ length }) => length > 0)
  const inSections = new Set(sections.flat())
  const loose = partsOf(document).filter(({ part }) => !inSections.has(part.id))
  return [...sections, ...loose.map(({ part }) => [part.id])]
}

const isWhole = (stop: readonly string[], ids: Ids): boolean => stop.every((id) => ids.has(id))

/** The section in which a single row or table is selected. */
const openStop = (stops: readonly (readonly string[])[], ids: Ids): readonly string[] | undefined => {
  const [only = ''] = ids
  return ids.size === 1 ? stops.find((stop) => stop.length > 1 && stop.includes(only)) : undefined
}

/**
 * The selection of whoever goes through the hall by keyboard: from section to section, and on to the stage and the other
 * shapes; where a single row is selected, from row to row. `adds`: beside what is selected.
 */
export const walkParts = (document: MapDocument, ids: Ids, step: 1 | -1, adds = false): string[] => {
  const stops = stopsOf(document)
  const [only = ''] = ids
  const open = adds ? undefined : openStop(stops, ids)
  if (open) return [open.at((open.indexOf(only) + step) % open.length) ?? only]
  const last =
    step === 1 ? stops.findLastIndex((stop) => isWhole(stop, ids)) : stops.findIndex((stop) => isWhole(stop, ids))
  const next = last < 0 ? (step === 1 ? 0 : -1) : (last + step) % stops.length
  return [...(adds ? ids : []), ...(stops.at(next) ?? [])]
}

/** Into a selected section, to its first row, and back to the section. */
export const enterPart = (document: MapDocument, ids: Ids): readonly string[] => {
  const stops = stopsOf(document)
  const open = openStop(stops, ids)
  if (open) return open
  const whole = stops.find((stop) => stop.length > 1 && stop.length === ids.size && isWhole(stop, ids))
  return whole ? whole.slice(0, 1) : [...ids]
}
