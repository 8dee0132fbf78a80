import { type Board, isFree } from '@kartis/seat-map/model/board.ts'
import { type CompiledMap, isProtected, isWheelchair } from '@kartis/seat-map/model/compile.ts'
import { groupAt, type Party } from '@kartis/seat-map/model/group-at.ts'

export interface RowGroups {
  /** Index of the row. */
  readonly row: number
  readonly groups: readonly (readonly number[])[]
}

export interface SectionGroups {
  /** Index of the section; undefined: the accessible places of all sections. */
  readonly section: number | undefined
  readonly count: number
  readonly rows: readonly RowGroups[]
  /** Categories of its groups. */
  readonly categories: readonly number[]
}

const range = (start: number, count: number): number[] => Array.from({ length: count }, (_, index) => start + index)

/** A stretch of free places cut into groups, so that what remains over lies at one end and is no single seat if possible. */
const cut = ([from, to]: readonly [number, number], people: number, fromLeft: boolean): number[][] => {
  const count = Math.floor((to - from) / people)
  const over = to - from - count * people
  const start = fromLeft ? from : from + over
  return Array.from({ length: count }, (_, index) => range(start + index * people, people))
}

/** The groups of a row for a general party, in the order in which they stand. */
export const groupsOfRow = (
  map: CompiledMap,
  board: Board,
  row: number,
  { people, wants }: { readonly people: number; readonly wants: (place: number) => boolean },
): number[][] => {
  const { first = 0, end = 0, kind } = map.rows[row] ?? {}
  const fits = (place: number): boolean => isFree(board, place) && !isProtected(map, place) && wants(place)
  if (kind === 'whole_table') {
    const places = range(first, end - first)
    return places.length === people && places.every(fits) ? [places] : []
  }
  const groups: number[][] = []
  for (let place = first; place < end;) {
    if (!fits(place)) {
      place++
      continue
    }
    let to = place + 1
    while (to < end && map.run[to] === map.run[place] && map.category[to] === map.category[place] && fits(to)) to++
    // What is nearer to the middle of the row goes first; what remains over stays at its end.
    groups.push(...cut([place, to], people, (place + to) / 2 > (first + end) / 2))
    place = to
  }
  return groups
}

/** Groups around each free accessible place, each once. */
const accessibleGroups = (map: CompiledMap, board: Board, party: Party): RowGroups[] => {
  const found = new Map<string, number[]>()
  for (let place = 0; place < map.size; place++) {
    if (!isWheelchair(map, place) || !isFree(board, place)) continue
    const group = groupAt(map, board, place, { ...party, wheelchairs: Math.max(1, party.wheelchairs) })
    if (group.kind === 'group') found.set(group.places.join(), [...group.places])
  }
  const byRow = new Map<number, number[][]>()
  for (const group of found.values()) {
    const row = map.row[group[0] ?? 0] ?? 0
    byRow.set(row, [...(byRow.get(row) ?? []), group])
  }
  return [...byRow].map(([row, groups]) => ({ row, groups }))
}

const categoriesIn = (map: CompiledMap, rows: readonly RowGroups[]): number[] => [
  ...new Set(rows.flatMap(({ groups }) => groups.flat().map((place) => map.category[place] ?? 0))),
]

const sectionGroups = (map: CompiledMap, section: number | undefined, rows: readonly RowGroups[]): SectionGroups => ({
  section,
  rows,
  count: rows.reduce((sum, { groups }) => sum + groups.length, 0),
  categories: categoriesIn(map, rows),
})

/**
 * Every group that the party could take: sections in the order of the map, rows, groups as they stand; the accessible places
 * last, whatever is filtered. A party with wheelchairs finds only those.
 */
export const listOf = (
  map: CompiledMap,
  board: Board,
  party: Party,
  wants: (place: number) => boolean,
): SectionGroups[] => {
  const general =
    party.wheelchairs > 0
      ? []
      : map.sections.map((_, section) => {
          const rows = map.rows.flatMap((row, index): RowGroups[] => {
            if (row.section !== section) return []
            const groups = groupsOfRow(map, board, index, { people: party.people, wants })
            return groups.length > 0 ? [{ row: index, groups }] : []
          })
          return sectionGroups(map, section, rows)
        })
  return [...general, sectionGroups(map, undefined, accessibleGroups(map, board, party))].filter(
    ({ count }) => count > 0,
  )
}
