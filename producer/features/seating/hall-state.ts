import { type CompiledMap, describePlace } from '@kartis/seat-map/model/compile.ts'
import type { SeatNumbers } from '@kartis/seat-map/model/seat-numbers.ts'
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

export const looksOf = (standings: readonly (SeatStanding | undefined)[], chosen: ReadonlySet<number>): Uint8Array =>
  Uint8Array.from(standings, (standing, place) => LOOKS[chosen.has(place) ? 'mine' : LOOK_OF[standing ?? 'blocked']])

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

/** The first chosen place in words. */
export const firstPlace = (map: CompiledMap, chosen: ReadonlySet<number>) => {
  const [first] = [...chosen].sort((a, b) => a - b)
  return first === undefined ? undefined : describePlace(map, first)
}
