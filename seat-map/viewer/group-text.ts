import { type CompiledMap, flagBits, runAround, sectionOf } from '../model/compile.ts'
import type { Scene } from './scene.ts'

/** Places of one row, as people read them. */
export interface GroupText {
  readonly section: string
  readonly row: string
  readonly isTable: boolean
  /** In the order in which they stand. */
  readonly labels: readonly string[]
  /** `['17–20']`, or `['5', '7', '9']`: joined with the commas of the language that is read. */
  readonly numbers: readonly string[]
  readonly gate: string | undefined
  /** The first of them stands at the right of the screen. */
  readonly fromRight: boolean
}

/** Numbers as the ends of their stretches: `17–20`, `22`; labels that are no numbers are listed. */
export const stretchesOf = (labels: readonly string[]): readonly string[] => {
  const numbers = labels.map(Number)
  if (!numbers.every(Number.isInteger) || new Set(numbers).size < labels.length) return labels
  const stretches: [low: number, high: number][] = []
  for (const number of numbers.sort((a, b) => a - b)) {
    const last = stretches.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else stretches.push([number, number])
  }
  return stretches.map(([low, high]) => (low === high ? String(low) : `${low}–${high}`))
}

/** The places of a party by row, in the order of the map. */
export const groupTexts = (map: CompiledMap, places: readonly number[]): GroupText[] => {
  const byRow = new Map<number, number[]>()
  for (const place of places.toSorted((a, b) => a - b)) {
    const row = map.row[place] ?? 0
    byRow.set(row, [...(byRow.get(row) ?? []), place])
  }
  return [...byRow].map(([index, own]) => {
    const row = map.rows[index]
    const section = map.sections[row?.section ?? 0]
    const labels = own.map((place) => map.labels[place] ?? '')
    return {
      section: section?.name ?? '',
      row: row?.label ?? '',
      isTable: row !== undefined && row.kind !== 'row',
      labels,
      numbers: stretchesOf(labels),
      gate: section?.gate,
      fromRight: (map.x[own[0] ?? 0] ?? 0) > (map.x[own.at(-1) ?? 0] ?? 0),
    }
  })
}

/** What is worth knowing of places before one takes them. */
export type Fact = PlaceFact | 'first_row' | 'aisle' | 'row_end' | 'middle'
/** What is marked on a place itself. */
type PlaceFact = Warning | 'stairs_free' | 'hearing' | 'transfer'
type Warning = 'no_view' | 'restricted'

const AISLE = flagBits(['aisle'])
const MARKED = ['stairs_free', 'hearing', 'transfer'] as const
const WARNINGS = ['no_view', 'restricted'] as const

const isMarked = ({ flags }: Pick<CompiledMap, 'flags'>, places: readonly number[], bits: number): boolean =>
  places.some((place) => ((flags[place] ?? 0) & bits) !== 0)

/** What nobody should learn in the hall: a view that any of these places lacks in whole or in part. */
export const warningsOf = (map: Pick<CompiledMap, 'flags'>, places: readonly number[]): Warning[] =>
  WARNINGS.filter((flag) => isMarked(map, places, flagBits([flag])))

/** What is marked on all of these places, and first the warnings of any of them. */
export const marksOf = (map: Pick<CompiledMap, 'flags'>, places: readonly number[]): PlaceFact[] => [
  ...warningsOf(map, places),
  ...MARKED.filter((flag) => places.every((place) => isMarked(map, [place], flagBits([flag])))),
]

/** Of the width of the hall. */
const MIDDLE_SHARE = 0.08

/** In the order in which they matter. */
export const factsOf = ({ map, bounds }: Pick<Scene, 'map' | 'bounds'>, places: readonly number[]): Fact[] => {
  const facts: Fact[] = marksOf(map, places)
  const [first = 0] = places
  const row = map.row[first] ?? 0
  if (map.rows[row - 1]?.section !== map.rows[row]?.section && map.rows[row]?.kind === 'row') facts.push('first_row')
  const ends = places.flatMap((place) => {
    const [from, to] = runAround(map, place)
    return [place === from ? place : -1, place === to - 1 ? place + 1 : -1].filter((edge) => edge >= 0)
  })
  const { first: rowFirst = 0, end: rowEnd = 0 } = map.rows[row] ?? {}
  if (map.rows[row]?.kind === 'row') {
    if (ends.some((edge) => edge > rowFirst && edge < rowEnd) || isMarked(map, places, AISLE)) facts.push('aisle')
    else if (ends.length > 0) facts.push('row_end')
  }
  const [left, , right] = bounds
  const x = places.reduce((sum, place) => sum + (map.x[place] ?? 0), 0) / Math.max(1, places.length)
  if (Math.abs(x - (left + right) / 2) < (right - left) * MIDDLE_SHARE) facts.push('middle')
  return facts
}

/** Whether all sit side by side. */
export const areTogether = (map: CompiledMap, places: readonly number[]): boolean => {
  const sorted = places.toSorted((a, b) => a - b)
  return sorted.every((place, index) => {
    const before = sorted[index - 1]
    return before === undefined || (place === before + 1 && map.run[place] === map.run[before])
  })
}

export const sameSection = (map: CompiledMap, a: number, b: number): boolean => sectionOf(map, a) === sectionOf(map, b)
