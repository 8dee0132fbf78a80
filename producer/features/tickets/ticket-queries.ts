import { showEvent, updateEvent } from '@kartis/contract/events.ts'
import {
  createTicketType,
  deleteTicketType,
  listTicketTypes,
  orderTicketTypes,
  type TicketType,
  updateTicketType,
} from '@kartis/contract/tickets.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { PhoneLimit } from './phone-limit.ts'
import type { bodyOf } from './ticket-values.ts'

const listKey = (event: string) => ['event', event, 'tickets'] as const

/** The event's types in the order of the sale page. */
export const useTicketTypes = (event: string) =>
  useQuery({
    queryKey: listKey(event),
    queryFn: async () =>
      (await api(listTicketTypes, { query: { filter: { event_uuid: event }, sort: 'position', per_page: 100 } })).data,
  })

/** The event's own facts: its name above the title, its zone for the hours. */
export const useTicketEvent = (event: string) =>
  useQuery({
    queryKey: ['event', event, 'head'],
    queryFn: async () => (await api(showEvent, { params: { uuid: event } })).data,
  })

const useRefresh = (event: string) => {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['event', event] }),
      queries.invalidateQueries({ queryKey: ['events'] }),
    ])
  }
}

/** How many tickets one phone may buy; the event's other settings stay as they are. */
export const usePhoneLimit = (event: string) => {
  const queries = useQueryClient()
  const refresh = useRefresh(event)
  return useMutation({
    mutationFn: async (limit: PhoneLimit) =>
      (await api(updateEvent, { params: { uuid: event }, body: { settings: { limit_per_phone: limit } } })).data,
    onSuccess: (fresh) => queries.setQueryData(['event', event, 'head'], fresh),
    onSettled: refresh,
  })
}

/** Creates, or changes the one given. */
export const useTicketSave = (event: string, ticket: TicketType | undefined) => {
  const refresh = useRefresh(event)
  return useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf>) =>
      ticket
        ? api(updateTicketType, { params: { uuid: ticket.uuid }, body })
        : api(createTicketType, { body: { event_uuid: event, ...body } }),
    onSettled: refresh,
  })
}

export const useTicketDelete = (event: string) => {
  const refresh = useRefresh(event)
  return useMutation({
    mutationFn: (uuid: string) => api(deleteTicketType, { params: { uuid } }),
    onSettled: refresh,
  })
}

/** Shows the new order at once; a refusal puts the old one back. */
export const useTicketOrder = (event: string) => {
  const queries = useQueryClient()
  const key = listKey(event)
  return useMutation({
    mutationFn: (uuids: readonly string[]) => api(orderTicketTypes, { body: { event_uuid: event, uuids: [...uuids] } }),
    onMutate: async (uuids) => {
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueryData<TicketType[]>(key)
      queries.setQueryData<TicketType[]>(key, (all) =>
        all?.toSorted((one, other) => uuids.indexOf(one.uuid) - uuids.indexOf(other.uuid)),
      )
      return { before }
    },
    onError: (_fault, _uuids, kept) => queries.setQueryData(key, kept?.before),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
