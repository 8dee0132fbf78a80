import { type Board, isFree } from '@kartis/seat-map/model/board.ts'
import { type CompiledMap, isProtected, isWheelchair } from '@kartis/seat-map/model/compile.ts'
import { accessibleAround, type Party } from '@kartis/seat-map/model/group-at.ts'

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

/** What a list of groups is made for. */
interface Listed {
  readonly people: number
  /** Whether the filters leave the place. */
  readonly wants: (place: number) => boolean
  /** The places themselves where they may be taken; else those that the rule of single seats answers with. */
  readonly settle: (places: readonly number[]) => readonly number[]
  /** What is held already: a group of its own, however the places beside it are cut. */
  readonly mine: readonly number[]
}

/** A stretch of free places cut into groups that may be taken, from one of its ends. */
const cut = (
  [from, to]: readonly [number, number],
  { people, settle }: Pick<Listed, 'people' | 'settle'>,
  fromLeft: boolean,
): number[][] => {
  const groups: number[][] = []
  for (let at = 0; at + people <= to - from;) {
    const group = range(fromLeft ? from + at : to - at - people, people)
    const isAccepted = settle(group) === group
    if (isAccepted) groups.push(group)
    at += isAccepted ? people : 1
  }
  return fromLeft ? groups : groups.reverse()
}

/** The groups of a row for a general party, in the order in which they stand. */
export const groupsOfRow = (
  map: CompiledMap,
  board: Board,
  row: number,
  { people, wants, settle, mine }: Listed,
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
    // What is nearer to the middle of the row goes first.
    const fromLeft = (place + to) / 2 > (first + end) / 2
    const between = (from: number, until: number): number[][] => cut([from, until], { people, settle }, fromLeft)
    const [own = -1] = mine
    const isWhole = own >= place && own + people <= to && mine.join() === range(own, people).join()
    groups.push(...(isWhole ? [...between(place, own), [...mine], ...between(own + people, to)] : between(place, to)))
    place = to
  }
  return groups
}

/** Groups around each free accessible place, each once. */
const accessibleGroups = (map: CompiledMap, board: Board, party: Party, settle: Listed['settle']): RowGroups[] => {
  const found = new Map<string, number[]>()
  const around = accessibleAround(map, board, { ...party, wheelchairs: Math.max(1, party.wheelchairs) })
  for (let place = 0; place < map.size; place++) {
    if (!isWheelchair(map, place) || !isFree(board, place)) continue
    const group = around(place)
    if (group.kind !== 'group') continue
    const places = settle(group.places)
    found.set(places.join(), [...places])
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
 * The groups that the party may take, none that the rule of single seats would refuse: sections in the order of the map, rows, groups as they stand; the accessible places
 * last, whatever is filtered. A party with wheelchairs finds only those.
 */
export const listOf = (
  map: CompiledMap,
  board: Board,
  party: Party,
  { wants, settle, mine }: Omit<Listed, 'people'>,
): SectionGroups[] => {
  const general =
    party.wheelchairs > 0
      ? []
      : map.sections.map((_, section) => {
          const rows = map.rows.flatMap((row, index): RowGroups[] => {
            if (row.section !== section) return []
            const groups = groupsOfRow(map, board, index, { people: party.people, wants, settle, mine })
            return groups.length > 0 ? [{ row: index, groups }] : []
          })
          return sectionGroups(map, section, rows)
        })
  return [...general, sectionGroups(map, undefined, accessibleGroups(map, board, party, settle))].filter(
    ({ count }) => count > 0,
  )
}
