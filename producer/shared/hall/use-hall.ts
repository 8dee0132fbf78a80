import { showSeatBoard } from '@kartis/contract/event-seating.ts'
import { showSeatMap } from '@kartis/contract/public-seats.ts'
import type { SeatStanding } from '@kartis/domain/seats.ts'
import type { CompiledMap } from '@kartis/seat-map/model/compile.ts'
import { indexByNumber } from '@kartis/seat-map/model/seat-numbers.ts'
import { seatNumberOf, seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import { fromWire } from '@kartis/seat-map/model/wire.ts'
import { type Scene, sceneOf } from '@kartis/seat-map/viewer/scene.ts'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api.ts'
import { standingsOf } from './hall-state.ts'

const REFETCH_MS = 5000

/** The hall of an event with the state of every place, read anew every few seconds. */
export interface LiveHall {
  readonly scene: Scene
  readonly map: CompiledMap
  /** Of each place by its index; undefined: the board does not know it. */
  readonly standings: readonly (SeatStanding | undefined)[]
  readonly uuidOf: (place: number) => string
  /** -1: no place of this hall. */
  readonly placeOf: (uuid: string) => number
}

export const useBoard = (event: string) =>
  useQuery({
    queryKey: ['event', event, 'board'],
    queryFn: async () => (await api(showSeatBoard, { params: { uuid: event } })).data,
    refetchInterval: REFETCH_MS,
  })
export type Board = NonNullable<ReturnType<typeof useBoard>['data']>

/** A map by its hash never changes. */
export const useWire = (event: string, hash: string) =>
  useQuery({
    queryKey: ['seat-map', event, hash],
    queryFn: async () => (await api(showSeatMap, { params: { uuid: event, hash } })).data,
    staleTime: Infinity,
  })
export type Wire = NonNullable<ReturnType<typeof useWire>['data']>

export const useLiveHall = (board: Board, wire: Wire): LiveHall => {
  const lang = useLang()
  const hall = useMemo(() => {
    const { document, map, numbers } = fromWire(wire, lang)
    const places = indexByNumber(numbers)
    return {
      map,
      numbers,
      scene: sceneOf(document, map),
      uuidOf: (place: number) => seatUuid(wire.seating, numbers.byIndex[place] ?? 0),
      placeOf: (uuid: string) => places[seatNumberOf(wire.seating, uuid) ?? -1] ?? -1,
    }
  }, [wire, lang])
  return useMemo(() => ({ ...hall, standings: standingsOf(board.board, board.standings, hall.numbers) }), [hall, board])
}
