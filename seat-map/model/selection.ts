import { type Board, isFree } from './board.ts'
import { COMPANION, type CompiledMap } from './compile.ts'

/** Why chosen places cannot be taken as they are. */
export interface SelectionProblem {
  readonly code: 'duplicate' | 'taken' | 'table_incomplete' | 'companion_without_wheelchair'
  readonly places: readonly number[]
}

const found = (code: SelectionProblem['code'], places: readonly number[]): SelectionProblem[] =>
  places.length === 0 ? [] : [{ code, places: [...new Set(places)] }]

/** The places of tables that are sold whole and of which some are chosen, but not all. */
const incompleteTables = (map: CompiledMap, chosen: ReadonlySet<number>): number[] => {
  const tables = new Set([...chosen].map((place) => map.row[place] ?? 0))
  return [...tables].flatMap((index) => {
    const row = map.rows[index]
    if (row?.kind !== 'whole_table') return []
    const places = Array.from({ length: row.end - row.first }, (_, offset) => row.first + offset)
    return places.every((place) => chosen.has(place)) ? [] : places.filter((place) => !chosen.has(place))
  })
}

/**
 * What is wrong with places that a buyer chose one by one, each with the places concerned: those that are missing of a
 * table, else those that were chosen. A companion's place is sold with its wheelchair place, and by itself once that is sold:
 * `isSold`, where the caller can tell it from a place that is held or closed.
 */
export const checkSelection = (
  map: CompiledMap,
  board: Board,
  places: readonly number[],
  isSold: (place: number) => boolean = (place) => !isFree(board, place),
): SelectionProblem[] => {
  const chosen = new Set(places)
  const mayServe = (place: number): boolean => {
    const wheelchair = map.wheelchairOf[place] ?? -1
    return wheelchair >= 0 && (chosen.has(wheelchair) || isSold(wheelchair))
  }
  return [
    ...found(
      'duplicate',
      places.filter((place, index) => places.indexOf(place) !== index),
    ),
    ...found(
      'taken',
      places.filter((place) => !isFree(board, place)),
    ),
    ...found('table_incomplete', incompleteTables(map, chosen)),
    ...found(
      'companion_without_wheelchair',
      places.filter((place) => ((map.flags[place] ?? 0) & COMPANION) !== 0 && !mayServe(place)),
    ),
  ]
}
