import { COMPANION, type CompiledMap, sectionOf, WHEELCHAIR } from '@kartis/seat-map/model/compile.ts'
import type { SeatNumbers } from '@kartis/seat-map/model/seat-numbers.ts'
import { wholePercent } from '@kartis/domain/revenue.ts'
import type { SeatStanding } from '@kartis/domain/seats.ts'
import { type Look, LOOKS } from '@kartis/seat-map/viewer/looks.ts'

/** How the drawing shows each standing. */
const LOOK_OF: Readonly<Record<SeatStanding, Look>> = {
  free: 'open',
  held: 'held',
  sold: 'sold',
  ['house']: 'allotted',
  invitations: 'allotted',
  box_office: 'allotted',
  blocked: 'blocked',
}

/** The standing of each place by its index; undefined: the board does not know it. */
export const standingsOf = (
  board: string,
  names: readonly string[],
  { byIndex }: SeatNumbers,
): (SeatStanding | undefined)[] => {
  const bytes = atob(board)
  return Array.from(byIndex, (number) => names[bytes.charCodeAt(number)] as SeatStanding | undefined)
}

/** What the colors of the drawing say: the state of a place, or the price of what is free. */
export type Colors = 'state' | 'price'

interface Marks {
  readonly mine: ReadonlySet<number>
  readonly offered?: readonly number[]
  readonly colors?: Colors
}

/** How each place is shown: chosen and offered places as such, whatever their standing. */
export const looksOf = (
  { size }: Pick<CompiledMap, 'size'>,
  standings: readonly (SeatStanding | undefined)[],
  { mine, offered = [], colors = 'state' }: Marks,
): Uint8Array => {
  const looks = Uint8Array.from({ length: size }, (_, place) => {
    if (mine.has(place)) return LOOKS.mine
    const look = LOOK_OF[standings[place] ?? 'blocked']
    if (colors === 'state') return LOOKS[look]
    return look === 'open' ? LOOKS.free : look === 'sold' || look === 'held' ? LOOKS.taken : LOOKS[look]
  })
  for (const place of offered) looks[place] = LOOKS.offered
  return looks
}

/** Five figures: what is with the producer, invitations and the box office is one. */
export const countsOf = (standings: readonly (SeatStanding | undefined)[]) => {
  const counts = { sold: 0, free: 0, held: 0, allotted: 0, blocked: 0 }
  for (const standing of standings) {
    if (standing === 'sold' || standing === 'free' || standing === 'held') counts[standing]++
    else if (standing === 'blocked') counts.blocked++
    else if (standing !== undefined) counts.allotted++
  }
  return counts
}

/** A place that is held or sold is somebody's: it is not chosen with others. */
export const isChangeable = (standing: SeatStanding | undefined): boolean =>
  standing !== undefined && standing !== 'held' && standing !== 'sold'

/** The places of the same rows that may be changed. */
export const wholeRows = (
  map: CompiledMap,
  standings: readonly (SeatStanding | undefined)[],
  chosen: ReadonlySet<number>,
): number[] => {
  const rows = new Set([...chosen].map((place) => map.row[place]))
  return [...map.row.keys()].filter((place) => rows.has(map.row[place]) && isChangeable(standings[place]))
}

/** What is sold of each section that has places, in the order of the sections. */
export const sectionsOf = (map: CompiledMap, standings: readonly (SeatStanding | undefined)[]) => {
  const counts = map.sections.map(({ id, name }) => ({ id, name, sold: 0, total: 0 }))
  standings.forEach((standing, place) => {
    const section = counts[sectionOf(map, place)]
    if (!section || standing === undefined || standing === 'blocked') return
    section.total++
    if (standing === 'sold') section.sold++
  })
  return counts.filter(({ total }) => total > 0)
}

/** What is sold of each section, in percent, by its index: what a small picture says of it. Undefined: it has no seats. */
export const soldBySection = (
  map: CompiledMap,
  standings: readonly (SeatStanding | undefined)[],
): (number | undefined)[] => {
  const shares = new Map(sectionsOf(map, standings).map(({ id, sold, total }) => [id, wholePercent(sold, total)]))
  return map.sections.map(({ id }) => shares.get(id))
}

/** Accessible places and those of companions: how many there are, and how many are free. */
export const accessibleOf = ({ flags }: CompiledMap, standings: readonly (SeatStanding | undefined)[]) => {
  const count = (flag: number) => {
    const of = [...flags.keys()].filter((place) => ((flags[place] ?? 0) & flag) !== 0)
    return { total: of.length, free: of.filter((place) => standings[place] === 'free').length }
  }
  return { wheelchair: count(WHEELCHAIR), companion: count(COMPANION) }
}
