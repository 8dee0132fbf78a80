import { keySource, type MapDocument, type Section, type Shape } from '../model/document.ts'
import { CATEGORY_COLORS } from '../model/category-colors.ts'
import { withOutline } from './block.ts'
import type { Command } from './command.ts'
import type { Ids } from './parts.ts'

const byRank = (a: { rank: number }, b: { rank: number }): number => a.rank - b.rank

/** Deletes parts; sections that lose their last part go with them. */
export const deleteParts =
  (ids: Ids): Command =>
  (document) => {
    const remaining = <P extends { id: string }>(list: P[]): P[] => list.filter(({ id }) => !ids.has(id))
    const result: MapDocument = {
      ...document,
      rows: remaining(document.rows),
      tables: remaining(document.tables),
      areas: remaining(document.areas),
      shapes: remaining(document.shapes),
    }
    const owners = (of: MapDocument): Set<string> =>
      new Set([...of.rows, ...of.tables, ...of.areas].map(({ section }) => section))
    const [before, after] = [owners(document), owners(result)]
    const sections = result.sections.filter(({ id }) => !before.has(id) || after.has(id))
    const stages = result.shapes.some(({ kind }) => kind === 'stage')
    const hadStage = document.shapes.some(({ kind }) => kind === 'stage')
    const cleaned = {
      ...result,
      sections,
      rows: withoutLostWheelchairs(result, ids),
      focus: hadStage && !stages ? null : result.focus,
    }
    return sections
      .filter(({ id, kind }) => kind === 'rows' && document.rows.some((row) => row.section === id && ids.has(row.id)))
      .reduce((outlined, { id }) => withOutline(outlined, id), cleaned)
  }

/** Companions' places whose wheelchair place was in a deleted row belong to none. */
const withoutLostWheelchairs = ({ rows }: MapDocument, ids: Ids): MapDocument['rows'] =>
  rows.map((row) => {
    const lost = Object.entries(row.except).filter(([, { of }]) => of !== undefined && ids.has(of.split('.')[0] ?? ''))
    if (lost.length === 0) return row
    const except = { ...row.except }
    for (const [key, { of: _of, ...others }] of lost) except[key] = others
    return { ...row, except }
  })

/** Puts rows, tables and areas into a new section of their own. */
export const groupParts =
  (ids: Ids, name: string): Command =>
  (document) => {
    const members = [...document.rows, ...document.tables, ...document.areas].filter(({ id }) => ids.has(id))
    const origin = document.sections.find(({ id }) => id === members[0]?.section)
    if (!origin) return document
    const keys = keySource(document.next)
    const id = keys.take()
    const rank = Math.max(...document.sections.map((section) => section.rank)) + 1
    const { texts: _texts, outline_fixed: _fixed, ...like } = origin
    const section: Section = { ...like, id, name, rank, outline: [] }
    const into = <P extends { id: string; section: string }>(list: P[]): P[] =>
      list.map((part) => (ids.has(part.id) ? { ...part, section: id } : part))
    const grouped: MapDocument = {
      ...document,
      next: keys.next(),
      sections: [...document.sections, section],
      rows: into(document.rows),
      tables: into(document.tables),
      areas: into(document.areas),
    }
    const filled = new Set([...grouped.rows, ...grouped.tables, ...grouped.areas].map((part) => part.section))
    const emptied = new Set(members.map((member) => member.section).filter((each) => !filled.has(each)))
    const remaining = { ...grouped, sections: grouped.sections.filter((each) => !emptied.has(each.id)) }
    return [...new Set(members.map((member) => member.section)), id].reduce(
      (result, each) => (emptied.has(each) ? result : withOutline(result, each)),
      remaining,
    )
  }

export type SectionFields = Partial<Pick<Section, 'name' | 'short' | 'gate' | 'floor'>> & {
  /** Null takes the picture away. */
  readonly view?: string | null
}

/** Renames a section, or moves it to another floor; the name of an area goes along. */
export const changeSection =
  (id: string, { gate, view, ...fields }: SectionFields): Command =>
  (document) => ({
    ...document,
    sections: document.sections.map((section) => {
      if (section.id !== id) return section
      const { gate: before, view: seen, ...others } = section
      const next = gate === undefined ? before : gate.trim()
      const picture = view === undefined ? seen : view
      return { ...others, ...fields, ...(next && { gate: next }), ...(picture && { view: picture }) }
    }),
    areas: document.areas.map((area) =>
      area.section === id && fields.name !== undefined ? { ...area, name: fields.name.slice(0, 60) } : area,
    ),
  })

/** A new category with the first colour that no other has. */
export const addCategory =
  (name: string): Command =>
  (document) => {
    if (document.categories.length >= 30) return document
    const keys = keySource(document.next)
    const used = new Set(document.categories.map(({ color }) => color))
    const count = document.categories.length
    const color =
      CATEGORY_COLORS.find((each) => !used.has(each)) ?? CATEGORY_COLORS[count % CATEGORY_COLORS.length] ?? '#6d35e0'
    const rank = document.categories.reduce((highest, other) => Math.max(highest, other.rank + 1), 0)
    const id = keys.take()
    return { ...document, next: keys.next(), categories: [...document.categories, { id, name, color, rank }] }
  }

export const changeCategory =
  (id: string, change: { readonly name?: string; readonly color?: string }): Command =>
  (document) => ({
    ...document,
    categories: document.categories.map((category) => (category.id === id ? { ...category, ...change } : category)),
  })

/** The categories of rows, tables and single places. */
export const categoriesOfPlaces = ({ rows, tables }: MapDocument): ReadonlySet<string | undefined> =>
  new Set(
    [...rows, ...tables].flatMap(({ category, except }) => [
      category,
      ...Object.values(except).map((exception) => exception.category),
    ]),
  )

/** Gives the areas of a category, which has places too, a new category of their own. */
export const separateAreas =
  (id: string, name: string): Command =>
  (document) => {
    const added = addCategory(name)(document)
    const own = added.categories.at(-1)?.id
    if (added === document || own === undefined) return document
    return { ...added, areas: added.areas.map((area) => (area.category === id ? { ...area, category: own } : area)) }
  }

/** Deletes a category; its places become those of another. Nothing happens to the last one. */
export const deleteCategory =
  (id: string): Command =>
  (document) => {
    const heir = document.categories.filter((category) => category.id !== id).sort(byRank)[0]
    const isUsed =
      [...document.rows, ...document.tables, ...document.areas].some(({ category }) => category === id) ||
      [...document.rows, ...document.tables].some(({ except }) =>
        Object.values(except).some(({ category }) => category === id),
      )
    if (!heir && isUsed) return document
    const inherit = <G extends MapDocument['rows'][number] | MapDocument['tables'][number]>(group: G): G => {
      const entries = Object.entries(group.except)
      const isAffected = group.category === id || entries.some(([, { category }]) => category === id)
      if (!isAffected) return group
      const except = Object.fromEntries(
        entries.map(([key, exception]) => [
          key,
          exception.category === id ? { ...exception, category: heir?.id ?? '' } : exception,
        ]),
      )
      return { ...group, except, category: group.category === id ? (heir?.id ?? '') : group.category }
    }
    return {
      ...document,
      categories: document.categories.filter((category) => category.id !== id),
      rows: document.rows.map(inherit),
      tables: document.tables.map(inherit),
      areas: document.areas.map((area) => (area.category === id ? { ...area, category: heir?.id ?? null } : area)),
    }
  }

export const addFloor =
  (name: string): Command =>
  (document) => {
    const keys = keySource(document.next)
    const id = keys.take()
    return { ...document, next: keys.next(), floors: [...document.floors, { id, name }] }
  }

export const renameFloor =
  (id: string, name: string): Command =>
  (document) => ({
    ...document,
    floors: document.floors.map((floor) => (floor.id === id ? { ...floor, name } : floor)),
  })

/** Deletes a floor that nothing lies on; the last one stays. */
export const deleteFloor =
  (id: string): Command =>
  (document) =>
    document.floors.length < 2 || [...document.sections, ...document.shapes].some(({ floor }) => floor === id)
      ? document
      : { ...document, floors: document.floors.filter((floor) => floor.id !== id) }

/** Changes the fields of one shape. */
export const changeShape =
  (id: string, change: Partial<Pick<Shape, 'text' | 'texts' | 'size' | 'kind' | 'icon' | 'color'>>): Command =>
  (document) => ({
    ...document,
    shapes: document.shapes.map((shape) => (shape.id === id ? { ...shape, ...change } : shape)),
  })

/** Changes an area's capacity. */
export const changeArea =
  (id: string, change: { readonly capacity: number }): Command =>
  (document) => ({
    ...document,
    areas: document.areas.map((area) => (area.id === id ? { ...area, ...change } : area)),
  })
