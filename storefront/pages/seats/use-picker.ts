import { useMemo, useState } from 'react'
import type { SeatsView } from '../../state/seats-state.ts'
import { useWaitingRoom, type WaitingRoom } from '../event/use-waiting-room.ts'
import type { Party } from '@kartis/seat-map/model/group-at.ts'
import { offersFor, type SeatOffer } from './offers.ts'
import { isProtected } from '@kartis/seat-map/model/compile.ts'
import { type Hall, useHall } from './use-hall.ts'
import { type SeatOrder, useSeatOrder } from './use-seat-order.ts'
import { type SeatsNow, useSeatsState } from './use-seats-state.ts'
import { type Taking, useTaking } from './use-taking.ts'

export interface SeatFilter {
  /** Index of the category that alone is shown. */
  readonly category: number | undefined
  readonly setCategory: (category: number | undefined) => void
  readonly accessibleOnly: boolean
  readonly setAccessibleOnly: (only: boolean) => void
  /** Whether any filter is on. */
  readonly isOn: boolean
  /** Whether the filters leave the place. */
  readonly wants: (place: number) => boolean
}

export interface Picker {
  readonly view: SeatsView
  readonly now: SeatsNow
  readonly order: SeatOrder
  readonly waitingRoom: WaitingRoom
  /** Undefined until it is loaded. */
  readonly hall: Hall | undefined
  readonly party: Party
  readonly maxPeople: number
  readonly setParty: (party: Party) => void
  /** Places are chosen one by one: they need not be together. */
  readonly oneByOne: boolean
  readonly setOneByOne: (isOn: boolean) => void
  readonly way: 'map' | 'list'
  readonly setWay: (way: 'map' | 'list') => void
  readonly filter: SeatFilter
  readonly offers: readonly SeatOffer[]
  readonly taking: Taking
}

const MAX_PEOPLE = 8

const useFilter = (hall: Hall | undefined, { wheelchairs }: Party): SeatFilter => {
  const [category, setCategory] = useState<number>()
  const [accessibleOnly, setAccessibleOnly] = useState(false)
  const map = hall?.sale.map
  const onlyAccessible = accessibleOnly || wheelchairs > 0
  const wants = useMemo(
    () =>
      (place: number): boolean =>
        !map ||
        ((!onlyAccessible || isProtected(map, place)) && (category === undefined || map.category[place] === category)),
    [map, onlyAccessible, category],
  )
  const isOn = onlyAccessible || category !== undefined
  return { category, setCategory, accessibleOnly, setAccessibleOnly, isOn, wants }
}

/** The choice of seats: the party, what it is offered, what it takes and what became of it. */
export const usePicker = (view: SeatsView): Picker => {
  const waitingRoom = useWaitingRoom(view.uuid)
  const now = useSeatsState(view)
  return useChoice(view, { waitingRoom, now, order: useSeatOrder(view, waitingRoom) })
}

/** The same with a hall and an order of the caller: the preview of a map has no server behind it. */
export const useChoice = (
  view: SeatsView,
  { waitingRoom, now, order }: Pick<Picker, 'waitingRoom' | 'now' | 'order'>,
): Picker => {
  const { hall, held } = useHall(view, now, order.hold)
  const [chosenParty, setParty] = useState<Party>()
  const [oneByOne, setOneByOne] = useState(false)
  const [way, setWay] = useState<'map' | 'list'>('map')
  const maxPeople = Math.min(MAX_PEOPLE, view.orderLimit ?? MAX_PEOPLE)
  const heldPeople = held.choice.places.length + (held.choice.area?.count ?? 0)
  const party: Party = chosenParty ?? { people: Math.min(maxPeople, heldPeople || 2), wheelchairs: 0 }
  const { people, wheelchairs } = party
  const { orphans, pick } = view.seatMap.rules
  const offers = useMemo(
    () =>
      hall && pick !== 'map'
        ? offersFor(hall.sale, hall.board, hall.categories, { party: { people, wheelchairs }, orphans })
        : [],
    [hall, people, wheelchairs, orphans, pick],
  )
  const taking = useTaking({ hall, held, party, oneByOne, order, refresh: now.refresh })
  return {
    view,
    now,
    order,
    waitingRoom,
    hall,
    party,
    maxPeople,
    setParty: (next) => {
      taking.clearNote()
      setParty({ people: next.people, wheelchairs: Math.min(next.people, next.wheelchairs) })
    },
    oneByOne,
    setOneByOne: (isOn) => {
      taking.clearNote()
      // The party stays as large as it is while its first places are held.
      setParty(party)
      setOneByOne(isOn)
    },
    way,
    setWay,
    filter: useFilter(hall, party),
    offers,
    taking,
  }
}
