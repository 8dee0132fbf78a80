import { putSeating, showSeating } from '@kartis/contract/event-seating.ts'
import { createTicketType, deleteTicketType, type TicketType, updateTicketType } from '@kartis/contract/tickets.ts'
import { showMapEdition } from '@kartis/contract/venue-map-drafts.ts'
import { listVenueMaps } from '@kartis/contract/venue-maps.ts'
import type { SeatRules } from '@kartis/domain/seats.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { useEventHead, useInvalidateEvent } from '../../shared/event-queries.ts'
import { hasHall, useSeatingOf } from '../../shared/hall/use-seating.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import type { Price, PricePlan } from './price-table.ts'

/** The seating of an event; null: it has none yet. */
export const useSeating = (event: string) => {
  const head = useEventHead(event).data
  return useSeatingOf(event, head && hasHall(head))
}

/** What is due opens within seconds; the card beside the live map follows. */
const OPENINGS_REFRESH_MS = 15_000

/** The openings to come of an event's places, the next one first. */
export const useOpenings = (event: string) =>
  useQuery({
    queryKey: ['event', event, 'openings'],
    queryFn: async () => (await api(showSeating, { params: { uuid: event } })).data.openings,
    refetchInterval: OPENINGS_REFRESH_MS,
  })

/** Drafts of an event's seating that are listed: what was worked on lately. */
const MAX_BEGUN = 3

/** The maps that an event can take, which are those with an edition, and maps that were begun and never published. */
export const useMapsToTake = () =>
  useQuery({
    queryKey: ['seat-maps', 'to-take'],
    queryFn: async () => (await api(listVenueMaps, { query: { per_page: 100, sort: 'name' } })).data,
    select: (maps) => ({
      published: maps.filter(({ edition }) => edition !== null),
      begun: maps
        .filter(({ edition }) => edition === null)
        .toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))
        .slice(0, MAX_BEGUN),
    }),
    staleTime: 0,
  })

/** An edition never changes. */
export const useEdition = (map: string | undefined, edition: number | undefined) =>
  useQuery({
    queryKey: ['seat-maps', 'edition', map, edition],
    queryFn: async () => (await api(showMapEdition, { params: { uuid: map ?? '', edition: edition ?? 0 } })).data,
    enabled: map !== undefined && edition !== undefined,
    staleTime: Infinity,
  })

type Types = readonly TicketType[]

interface SeatingValues {
  readonly map: string
  readonly edition: number
  readonly plan: PricePlan
  readonly rules: SeatRules
  readonly types: Types
}

/** A ticket type of a cell: the key of its category and its name. */
interface OfCell {
  readonly category: string
  readonly name: string
}

interface CellOutcomes {
  readonly onCreated: (cell: OfCell, uuid: string) => void
  /** The server refused the ticket type of a cell; the whole save fails with the same error. */
  readonly onRefused: (cell: OfCell, error: unknown) => void
}

/**
 * Saves ticket types first, because a price names one, then the seating, then takes off what is sold no more. A repeat
 * after a failure goes on where it stopped: what was created is found again by `onCreated`.
 */
export const useSaveSeating = (event: string, { onCreated, onRefused }: CellOutcomes) => {
  const invalidate = useInvalidateEvent(event)
  const saveCell = async ({ uuid, name, texts, price, places, ...cell }: PricePlan['cells'][number], types: Types) => {
    const body = { name, price, sum_total_available: places }
    const before = types.find((type) => type.uuid === uuid)
    const isSame = before?.name === name && before.price === price && before.sum_total_available === places
    try {
      if (uuid !== undefined) {
        if (!isSame) await api(updateTicketType, { params: { uuid }, body })
        return uuid
      }
      const { data } = await api(createTicketType, { body: { event_uuid: event, ...body, ...(texts && { texts }) } })
      onCreated({ ...cell, name }, data.uuid)
      return data.uuid
    } catch (error) {
      onRefused({ ...cell, name }, error)
      throw error
    }
  }
  return useMutation({
    mutationFn: async ({ map, edition, plan, rules, types }: SeatingValues) => {
      const prices: Price[] = []
      for (const cell of plan.cells)
        prices.push({ category: cell.category, events_ticket_uuid: await saveCell(cell, types) })
      const { data } = await api(putSeating, {
        params: { uuid: event },
        body: { venues_map_uuid: map, edition, prices, rules },
      })
      for (const uuid of plan.removed) await api(deleteTicketType, { params: { uuid } }).catch(() => undefined)
      return data
    },
    onSettled: invalidate,
  })
}
