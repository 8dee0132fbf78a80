import { showEvent } from '@kartis/contract/events.ts'
import { listTicketTypes } from '@kartis/contract/tickets.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.ts'

export const headKey = (event: string) => ['event', event, 'head'] as const

/** The event itself with its settings: its name above the title, its time zone for the times. */
export const useEventHead = (event: string) =>
  useQuery({
    queryKey: headKey(event),
    queryFn: async () => (await api(showEvent, { params: { uuid: event }, query: { with: ['settings'] } })).data,
  })

/** The event's ticket types in the order of the sale page. */
export const ticketTypesOf = (event: string) =>
  queryOptions({
    queryKey: ['event', event, 'tickets'],
    queryFn: async () =>
      (await api(listTicketTypes, { query: { filter: { event_uuid: event }, sort: 'position', per_page: 100 } })).data,
  })

/** Returns a function that invalidates every query of an event and all event lists. */
export const useInvalidateEvent = (event: string) => {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['event', event] }),
      queries.invalidateQueries({ queryKey: ['events'] }),
    ])
  }
}
