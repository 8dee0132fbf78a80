import type { MapDocument } from '../model/document.ts'
import type { Ids } from '../commands/parts.ts'

/** A drawing in two: what is in a hand, and what stays. A section of which only some parts are lifted keeps its outline. */
export const liftParts = (
  document: MapDocument,
  ids: Ids,
): { readonly lifted: MapDocument; readonly remaining: MapDocument } => {
  const { rows, tables, areas, shapes } = document
  const [some, staying] = [new Set<string>(), new Set<string>()]
  for (const { id, section } of [...rows, ...tables, ...areas]) (ids.has(id) ? some : staying).add(section)
  const partsWhere = (isLifted: boolean): MapDocument => ({
    ...document,
    rows: rows.filter(({ id }) => ids.has(id) === isLifted),
    tables: tables.filter(({ id }) => ids.has(id) === isLifted),
    areas: areas.filter(({ id }) => ids.has(id) === isLifted),
    shapes: shapes.filter(({ id }) => ids.has(id) === isLifted),
  })
  return {
    lifted: {
      ...partsWhere(true),
      sections: document.sections
        .filter(({ id }) => some.has(id))
        .map((section) => (staying.has(section.id) ? { ...section, outline: [] } : section)),
    },
    remaining: {
      ...partsWhere(false),
      sections: document.sections.filter(({ id }) => staying.has(id) || !some.has(id)),
    },
  }
}
