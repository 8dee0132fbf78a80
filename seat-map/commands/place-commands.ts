import type { Flag, MapDocument, Numbering, PlaceException, Row, Table } from '../model/document.ts'
import type { Command } from './command.ts'
import { type Ids, mapParts } from './parts.ts'

/** Keys of places, `row.key`, by their row or table. */
const byGroup = (places: Iterable<string>): Map<string, string[]> => {
  const groups = new Map<string, string[]>()
  for (const place of places) {
    const [group = '', key = ''] = place.split('.')
    const keys = groups.get(group)
    if (keys) keys.push(key)
    else groups.set(group, [key])
  }
  return groups
}

const isEmpty = (exception: PlaceException): boolean => Object.values(exception).every((value) => value === undefined)

/** Without fields that say nothing; undefined where nothing differs any more. */
const compact = (exception: PlaceException): PlaceException | undefined => {
  const { is, ...others } = exception
  const defined = Object.fromEntries(
    Object.entries(others).filter(([, value]) => value !== undefined),
  ) as PlaceException
  const result = is && is.length > 0 ? { ...defined, is } : defined
  return isEmpty(result) ? undefined : result
}

type PlaceChange = (exception: PlaceException, group: Row | Table, key: string) => PlaceException

const changeExceptions = <G extends Row | Table>(group: G, keys: readonly string[], change: PlaceChange): G => {
  const except = { ...group.except }
  for (const key of keys) {
    const next = compact(change(except[key] ?? {}, group, key))
    if (next) except[key] = next
    else delete except[key]
  }
  return { ...group, except }
}

/** Changes what is special about each of the places. */
const changePlaces = (document: MapDocument, places: Iterable<string>, change: PlaceChange): MapDocument => {
  const groups = byGroup(places)
  const map = <G extends Row | Table>(group: G): G => changeExceptions(group, groups.get(group.id) ?? [], change)
  return mapParts(document, new Set(groups.keys()), { row: map, table: map })
}

/** Paints single places with a category. */
export const paintPlaces =
  (places: Iterable<string>, category: string): Command =>
  (document) =>
    changePlaces(
      document,
      places,
      (exception, group) =>
        ({
          ...exception,
          category: group.category === category ? undefined : category,
        }) as PlaceException,
    )

/** Paints whole rows, tables and areas, with every place of theirs. */
export const paintParts =
  (ids: Ids, category: string): Command =>
  (document) => {
    const painted = <G extends Row | Table>(group: G): G => ({
      ...changeExceptions(group, Object.keys(group.except), ({ category: _category, ...others }) => others),
      category,
    })
    return mapParts(document, ids, { row: painted, table: painted, area: (area) => ({ ...area, category }) })
  }

/** A place that is no longer for a wheelchair has no companion's place, and a companion's place belongs to one. */
const OF_FLAG: Flag = 'companion'

/** Sets or clears a flag of places. A companion's place is bound to the nearest wheelchair place of its row. */
export const flagPlaces =
  (places: Iterable<string>, flag: Flag, on: boolean): Command =>
  (document) => {
    const chosen = [...places]
    const flagged = changePlaces(document, chosen, ({ is = [], of, ...others }) => {
      const without = is.filter((each) => each !== flag)
      const keepsOf = of !== undefined && !(flag === OF_FLAG && !on)
      return { ...others, is: on ? [...without, flag] : without, ...(keepsOf && { of }) }
    })
    return flag === 'companion' || flag === 'wheelchair'
      ? boundCompanions(flagged, new Set(byGroup(chosen).keys()))
      : flagged
  }

const orderOf = ({ keys, count }: Row | Table): readonly number[] =>
  keys ?? Array.from({ length: count }, (_, index) => index + 1)

const boundCompanions = (document: MapDocument, ids: Ids): MapDocument => {
  const bound = <G extends Row | Table>(group: G): G => {
    const order = orderOf(group)
    const at = (flag: Flag): number[] =>
      [...order.keys()].filter((index) => group.except[String(order[index])]?.is?.includes(flag))
    const wheelchairs = at('wheelchair')
    const used = new Set<number>()
    const except = { ...group.except }
    for (const index of at('companion')) {
      const distance = (other: number): number => Math.abs(other - index) + (used.has(other) ? 1000 : 0)
      const nearest = wheelchairs.toSorted((a, b) => distance(a) - distance(b))[0]
      const key = String(order[index])
      const { of: _of, ...others } = except[key] ?? {}
      if (nearest === undefined) except[key] = others
      else {
        used.add(nearest)
        except[key] = { ...others, of: `${group.id}.${order[nearest]}` }
      }
    }
    return { ...group, except }
  }
  return mapParts(document, ids, { row: bound, table: bound })
}

/** Takes places away, or brings them back: their neighbours keep their numbers. */
export const setGone =
  (places: Iterable<string>, gone: boolean): Command =>
  (document) =>
    changePlaces(document, places, ({ gone: _gone, ...others }) => (gone ? { ...others, gone: true } : others))

/** Writes another label on one place; empty: the computed one. */
export const labelPlace =
  (place: string, label: string): Command =>
  (document) =>
    changePlaces(document, [place], ({ label: _label, ...others }) =>
      label.trim() === '' ? others : { ...others, label: label.trim().slice(0, 8) },
    )

/** Moves single places by centimetres. */
export const shiftPlaces =
  (places: Iterable<string>, [dx, dy]: readonly [number, number]): Command =>
  (document) =>
    changePlaces(document, places, (exception) => ({
      ...exception,
      dx: (exception.dx ?? 0) + dx,
      dy: (exception.dy ?? 0) + dy,
    }))

/** Numbers the places of sections; rows of theirs with a numbering of their own lose the fields that are set. */
export const numberSections =
  (sections: Ids, numbering: Partial<Numbering>): Command =>
  (document) => {
    const fields = new Set(Object.keys(numbering))
    const cleared = <G extends Row | Table>(group: G): G =>
      sections.has(group.section)
        ? {
            ...group,
            numbering: Object.fromEntries(
              Object.entries(group.numbering).filter(([field]) => !fields.has(field)),
            ) as Partial<Numbering>,
          }
        : group
    return {
      ...document,
      sections: document.sections.map((section) =>
        sections.has(section.id) ? { ...section, numbering: { ...section.numbering, ...numbering } } : section,
      ),
      rows: document.rows.map(cleared),
      tables: document.tables.map(cleared),
    }
  }

/** Numbers the places of these rows and tables otherwise than those of their sections; null: as the sections say. */
export const numberGroups =
  (ids: Ids, numbering: Partial<Numbering> | null): Command =>
  (document) => {
    const changed = <G extends Row | Table>(group: G): G => ({
      ...group,
      numbering: numbering === null ? {} : { ...group.numbering, ...numbering },
    })
    return mapParts(document, ids, { row: changed, table: changed })
  }
