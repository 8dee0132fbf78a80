import { type Board, isFree } from '@kartis/seat-map/model/board.ts'
import type { CompiledMap } from '@kartis/seat-map/model/compile.ts'
import { LOOKS } from '@kartis/seat-map/viewer/looks.ts'
import type { SectionText } from '@kartis/seat-map/viewer/picture.ts'

/** Of a section: below this share of free places few are left. */
const FEW_SHARE = 0.15

interface Marks {
  readonly mine: readonly number[]
  /** What is proposed now: offers, or what a click would take. */
  readonly offered: readonly number[]
  /** Taken by someone else a moment ago, though this buyer wanted them. */
  readonly lost: readonly number[]
  /** Whether the filter of the buyer leaves the place. */
  readonly wants: (place: number) => boolean
}

/** How each place looks to this buyer. */
export const looksOf = (map: CompiledMap, board: Board, { mine, offered, lost, wants }: Marks): Uint8Array => {
  const looks = new Uint8Array(map.size).fill(LOOKS.taken)
  for (let place = 0; place < map.size; place++)
    if (isFree(board, place)) looks[place] = wants(place) ? LOOKS.free : LOOKS.filtered
  for (const place of lost) looks[place] = LOOKS.lost
  for (const place of offered) if (isFree(board, place)) looks[place] = LOOKS.offered
  for (const place of mine) looks[place] = LOOKS.mine
  return looks
}

/** Free places of each category. */
export const leftByCategory = (map: CompiledMap, board: Board): number[] => {
  const left = map.categories.map(() => 0)
  for (let place = 0; place < map.size; place++) {
    const category = map.category[place] ?? 0
    if (isFree(board, place)) left[category] = (left[category] ?? 0) + 1
  }
  return left
}

/** What a small map says of each section: how much is left, and `line` of the cheapest category that is. */
export const sectionTextsOf = (
  map: CompiledMap,
  board: Board,
  {
    line,
    leftOf,
  }: {
    readonly line: (category: number) => string
    /** Of a standing area, by the category that it is sold as. */
    readonly leftOf: (category: number) => SectionText['left']
  },
): SectionText[] => {
  const counts = map.sections.map(() => ({ all: 0, free: 0, categories: new Map<number, number>() }))
  for (let place = 0; place < map.size; place++) {
    const count = counts[map.rows[map.row[place] ?? 0]?.section ?? 0]
    if (!count) continue
    count.all++
    if (!isFree(board, place)) continue
    count.free++
    const category = map.category[place] ?? 0
    count.categories.set(category, (count.categories.get(category) ?? 0) + 1)
  }
  return counts.map(({ all, free, categories }, section): SectionText => {
    const area = map.areas.findIndex((each) => each.section === section)
    if (area >= 0) {
      const category = map.areas[area]?.category ?? -1
      return { line: line(category), left: leftOf(category), ...(category >= 0 && { category }) }
    }
    const [category] = [...categories].sort((a, b) => b[1] - a[1])[0] ?? []
    const left = free === 0 ? 'none' : free < all * FEW_SHARE ? 'few' : 'many'
    return { line: category === undefined ? '' : line(category), left, ...(category !== undefined && { category }) }
  })
}
