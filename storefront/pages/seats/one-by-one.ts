import type { Board } from '@kartis/seat-map/model/board.ts'
import { type CompiledMap, isWheelchair } from '@kartis/seat-map/model/compile.ts'
import { type GroupAt, groupAt, type Party } from '@kartis/seat-map/model/group-at.ts'

/** Nowhere is there a next best place: one by one, a click means the place itself. */
type OneMore = Exclude<GroupAt, { kind: 'near' }> | { readonly kind: 'enough'; readonly people: number }

interface Click {
  readonly place: number
  /** What is held already; a click on one of them gives it up. */
  readonly mine: readonly number[]
  readonly party: Party
}

/** The places that are held after a click on one of them, or why it takes nothing. */
export const oneMore = (map: CompiledMap, board: Board, { place, mine, party }: Click): OneMore => {
  if (mine.includes(place)) return { kind: 'group', places: mine.filter((other) => other !== place) }
  const wheelchairs = mine.filter((other) => isWheelchair(map, other)).length
  const own = map.wheelchairOf[place] ?? -1
  const isCompanions = own >= 0 && mine.includes(own)
  const needsWheelchair = isWheelchair(map, place) && wheelchairs < party.wheelchairs
  const at: OneMore = isCompanions
    ? { kind: 'group', places: [place] }
    : oneAt(groupAt(map, board, place, { people: 1, wheelchairs: needsWheelchair ? 1 : 0 }))
  if (at.kind !== 'group') return at
  if (mine.length >= party.people) return { kind: 'enough', people: party.people }
  return { kind: 'group', places: [...mine, ...at.places].sort((a, b) => a - b) }
}

const oneAt = (at: GroupAt): OneMore => (at.kind === 'near' ? { kind: 'none' } : at)
