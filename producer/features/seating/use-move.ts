import type { FreedSeats } from '@kartis/domain/seats.ts'
import { listEventSeats } from '@kartis/contract/event-seating.ts'
import { type Order, reseatOrder, showOrder } from '@kartis/contract/orders.ts'
import type { Ticket } from '@kartis/contract/tickets.ts'
import { groupAt } from '@kartis/seat-map/model/group-at.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import type { LiveHall } from '../../shared/hall/use-hall.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { moveOffers } from '@kartis/seat-map/model/move-offers.ts'
import { freeForMoves } from './free-for-moves.ts'
import { useSeating } from './seating-queries.ts'

/** A ticket with the place that it has. */
export interface SeatedTicket {
  readonly ticket: Ticket
  readonly place: number
}

interface Choice {
  readonly seat: string | undefined
  /** Uuids of tickets; undefined: all of the order. */
  readonly picked?: ReadonlySet<string>
  readonly to: readonly number[]
}

/** Who has a seat: its order with its tickets. */
const useHolder = (event: string, seat: string | undefined) =>
  useQuery({
    queryKey: ['event', event, 'holder', seat],
    queryFn: async (): Promise<Order | null> => {
      const query = { filter: { seat_uuid: seat ?? '' } }
      const [found] = (await api(listEventSeats, { params: { uuid: event }, query })).data
      if (!found?.order) return null
      const { uuid } = found.order
      return (await api(showOrder, { params: { uuid }, query: { with: ['tickets', 'user'] } })).data
    },
    enabled: seat !== undefined,
    staleTime: 0,
  })

const seatedTickets = ({ tickets = [] }: Order, hall: LiveHall): SeatedTicket[] =>
  tickets
    .flatMap((ticket) =>
      ticket.status === 'valid' && ticket.seat ? [{ ticket, place: hall.placeOf(ticket.seat.uuid) }] : [],
    )
    .sort((a, b) => a.place - b.place)

interface Options {
  readonly event: string
  readonly hall: LiveHall
  /** Uuid of the seat whose holder is to be moved; undefined: nobody is. */
  readonly seat: string | undefined
  readonly onMoved: (seats: readonly string[]) => void
}

/** Moving holders of one order to other seats: who, to where, what is nearest, and the act. */
export const useMove = ({ event, hall, seat, onMoved }: Options) => {
  const { t } = useTranslation('seating')
  const queries = useQueryClient()
  const seating = useSeating(event).data
  const holder = useHolder(event, seat)
  const [chosen, setChosen] = useState<Choice>({ seat, to: [] })
  const choice: Choice = chosen.seat === seat ? chosen : { seat, to: [] }
  const { map, standings } = hall
  const order = holder.data ?? undefined
  const tickets = useMemo(() => (order ? seatedTickets(order, hall) : []), [order, hall])
  const picked = tickets.filter(({ ticket }) => choice.picked?.has(ticket.uuid) ?? true)
  const board = useMemo(() => freeForMoves(map, standings), [map, standings])
  const from = picked.map(({ place }) => place)
  const types = picked.map(({ ticket }) => ticket.events_ticket_uuid).join()
  const fromKey = from.join()
  /** Those that every ticket may have: its own, and those that its type is sold for. */
  const categories = useMemo(() => {
    const allowed = types.split(',').map((type, index) => {
      const own = map.category[Number(fromKey.split(',')[index])]
      const keys = new Set(seating?.prices.filter((price) => price.events_ticket_uuid === type).map(({ category }) => category)) // oxfmt-ignore
      return new Set(map.categories.flatMap((key, category) => (category === own || keys.has(key) ? [category] : [])))
    })
    return map.categories.flatMap((_, category) => (allowed.every((each) => each.has(category)) ? [category] : []))
  }, [map, seating, types, fromKey])
  const offers = useMemo(
    () => (fromKey === '' ? [] : moveOffers(map, board, fromKey.split(',').map(Number), categories)),
    [map, board, fromKey, categories],
  )
  const moving = useMutation({
    mutationFn: (freed: FreedSeats) =>
      api(reseatOrder, {
        params: { uuid: order?.uuid ?? '' },
        body: {
          freed,
          moves: picked.map(({ ticket }, index) => ({
            ticket_uuid: ticket.uuid,
            seat_uuid: hall.uuidOf(choice.to[index] ?? 0),
          })),
        },
      }),
    onSuccess: () => {
      showToast({ state: 'good', text: t('move.done', { count: picked.length }) })
      onMoved(picked.map(({ ticket }) => ticket.seat?.uuid ?? ''))
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['event', event] }),
        queries.invalidateQueries({ queryKey: ['order', order?.uuid] }),
      ]),
  })
  const setTo = (to: readonly number[]): void => setChosen({ ...choice, to })
  return {
    holder,
    order,
    tickets,
    picked,
    from,
    to: choice.to,
    offers,
    moving,
    setTo,
    toggle: (uuid: string): void => {
      const next = new Set(picked.map(({ ticket }) => ticket.uuid))
      if (!next.delete(uuid)) next.add(uuid)
      setChosen({ seat, picked: next, to: [] })
    },
    /** A place of the hall as the target; says why where it is none. */
    takeAt: (place: number): void => {
      const category = map.category[place] ?? 0
      if (!categories.includes(category)) return showToast({ state: 'info', text: t('move.other_category') })
      const group = groupAt(map, board, place, { people: Math.max(1, picked.length), wheelchairs: 0 })
      if (group.kind === 'group' || group.kind === 'near') return setTo(group.places)
      // Accessible places are chosen one by one, and so is what does not fit together.
      const to = [...choice.to.filter((other) => other !== place), place].slice(-picked.length)
      if (group.kind !== 'taken') return setTo(to)
      return showToast({ state: 'info', text: t('move.taken') })
    },
  }
}
export type Move = ReturnType<typeof useMove>
