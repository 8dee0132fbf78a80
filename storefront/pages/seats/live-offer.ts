import { type Board, isFree } from '@kartis/seat-map/model/board.ts'
import type { CompiledMap } from '@kartis/seat-map/model/compile.ts'
import { groupAt, type Party } from '@kartis/seat-map/model/group-at.ts'

/** Free places around which a group is looked for. */
const MAX_TRIED = 300

/** What a note says of places that were lost or refused. */
interface Lost {
  readonly requested: readonly number[]
  readonly offer: readonly number[]
  /** What is held already: no news to its holder. */
  readonly mine: readonly number[]
  /** What the rule of single seats makes of places. */
  readonly settle: (places: readonly number[]) => readonly number[]
}

/** The group for a party that is nearest to some places, of their category; empty where none is near. */
const nearestGroup = (
  map: CompiledMap,
  board: Board,
  { requested: around, mine, settle }: Lost,
  party: Party,
): readonly number[] => {
  const mean = (values: Float32Array): number =>
    around.reduce((sum, place) => sum + (values[place] ?? 0), 0) / Math.max(1, around.length)
  const [x, y] = [mean(map.x), mean(map.y)]
  const distance = (place: number): number => Math.hypot((map.x[place] ?? 0) - x, (map.y[place] ?? 0) - y)
  const category = map.category[around[0] ?? 0]
  const free: number[] = []
  for (let place = 0; place < map.size; place++)
    if (map.category[place] === category && isFree(board, place)) free.push(place)
  for (const place of free.sort((a, b) => distance(a) - distance(b)).slice(0, MAX_TRIED)) {
    const group = groupAt(map, board, place, party)
    const places = group.kind === 'group' ? settle(group.places) : mine
    if (places.join() !== mine.join()) return places
  }
  return []
}

/** Whether places are what the buyer holds already. */
export const isHeld = (places: readonly number[], mine: readonly number[]): boolean =>
  mine.length > 0 && places.join() === mine.join()

/**
 * What a note offers in place of lost seats, as long as it is shown: nobody keeps these places, so where one of them was
 * taken meanwhile, or where they are the buyer's own, the nearest other group that is free now stands for them. The server
 * has the last word.
 */
export const liveOffer = (map: CompiledMap, board: Board, lost: Lost, party: Party): readonly number[] =>
  lost.offer.every((place) => isFree(board, place)) && !isHeld(lost.offer, lost.mine)
    ? lost.offer
    : nearestGroup(map, board, lost, party)
