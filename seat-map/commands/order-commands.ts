import type { MapDocument, Row } from '../model/document.ts'
import type { Point } from '../model/row-geometry.ts'
import { middleOfRow } from './block.ts'
import type { Command } from './command.ts'
import type { Ids } from './parts.ts'

interface Ranked {
  readonly id: string
  readonly rank: number
}

const byRank = (a: Ranked, b: Ranked): number => a.rank - b.rank

/** The ranks that parts had, given to them in another order; where some were equal they are counted anew. */
const ranksInOrder = (order: readonly Ranked[]): Map<string, number> => {
  const ranks = order.map(({ rank }) => rank).sort((a, b) => a - b)
  const areDistinct = ranks.every((rank, index) => index === 0 || rank > (ranks[index - 1] ?? rank))
  const [lowest = 0] = ranks
  return new Map(order.map(({ id }, index) => [id, areDistinct ? (ranks[index] ?? index) : lowest + index]))
}

const moved = (list: readonly Ranked[], id: string, step: -1 | 1): Map<string, number> => {
  const order = list.toSorted(byRank)
  const from = order.findIndex((each) => each.id === id)
  const to = from + step
  const part = order[from]
  if (!part || to < 0 || to >= order.length) return new Map()
  order.splice(from, 1)
  order.splice(to, 0, part)
  return ranksInOrder(order)
}

const withRanks = <P extends Ranked>(list: P[], ranks: ReadonlyMap<string, number>): P[] =>
  list.map((part) => (ranks.has(part.id) ? { ...part, rank: ranks.get(part.id) ?? part.rank } : part))

export type OrderedList = 'sections' | 'categories' | 'rows' | 'tables'

/** The parts among which one has a place: rows and tables those of its section. */
const listOf = (document: MapDocument, list: OrderedList, id: string): readonly Ranked[] => {
  if (list === 'sections' || list === 'categories') return document[list]
  const section = document[list].find((part) => part.id === id)?.section
  return document[list].filter((part) => part.section === section)
}

/** The place of a part in its order, from 1, and of how many. */
export const placeInOrder = (
  document: MapDocument,
  list: OrderedList,
  id: string,
): { readonly place: number; readonly count: number } => {
  const order = listOf(document, list, id).toSorted(byRank)
  return { place: order.findIndex((each) => each.id === id) + 1, count: order.length }
}

/** Moves a part one place up or down in its order. */
export const moveInOrder =
  (list: OrderedList, id: string, step: -1 | 1): Command =>
  (document) => {
    const ranks = moved(listOf(document, list, id), id, step)
    if (ranks.size === 0) return document
    return { ...document, [list]: withRanks<Ranked>(document[list], ranks) }
  }

const distance = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(ax - bx, ay - by)

/** Orders rows of each section by how far their middle is from what they face; nothing happens where they face nothing. */
export const orderFromFocus =
  (ids: Ids): Command =>
  (document) => {
    const ranks = new Map<string, number>()
    for (const { id, focus = document.focus } of document.sections) {
      const rows = document.rows.filter((row) => row.section === id && ids.has(row.id))
      if (!focus || rows.length < 2) continue
      const far = new Map(rows.map((row: Row) => [row.id, distance(middleOfRow(row), focus)]))
      const order = rows.toSorted((a, b) => (far.get(a.id) ?? 0) - (far.get(b.id) ?? 0))
      for (const [row, rank] of ranksInOrder(order)) ranks.set(row, rank)
    }
    return { ...document, rows: withRanks(document.rows, ranks) }
  }
