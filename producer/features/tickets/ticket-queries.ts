import { updateEvent } from '@kartis/contract/events.ts'
import {
  createTicketType,
  deleteTicketType,
  orderTicketTypes,
  type TicketType,
  updateTicketType,
} from '@kartis/contract/tickets.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { headKey, ticketTypesOf, useEventRefresh } from '../../shared/event-queries.ts'
import type { PhoneLimit } from './phone-limit.ts'
import type { bodyOf } from './ticket-values.ts'

export const useTicketTypes = (event: string) => useQuery(ticketTypesOf(event))

/** Updates the purchase limit per phone; other event settings stay. */
export const usePhoneLimit = (event: string) => {
  const queries = useQueryClient()
  const refresh = useEventRefresh(event)
  return useMutation({
    mutationFn: async (limit: PhoneLimit) =>
      (await api(updateEvent, { params: { uuid: event }, body: { settings: { limit_per_phone: limit } } })).data,
    onSuccess: (fresh) => queries.setQueryData(headKey(event), fresh),
    onSettled: refresh,
  })
}

/** Creates a ticket type or updates the given one. */
export const useTicketSave = (event: string, ticket: TicketType | undefined) => {
  const refresh = useEventRefresh(event)
  return useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf>) =>
      ticket
        ? api(updateTicketType, { params: { uuid: ticket.uuid }, body })
        : api(createTicketType, { body: { event_uuid: event, ...body } }),
    onSettled: refresh,
  })
}

export const useTicketDelete = (event: string) => {
  const refresh = useEventRefresh(event)
  return useMutation({
    mutationFn: (uuid: string) => api(deleteTicketType, { params: { uuid } }),
    onSettled: refresh,
  })
}

/** Applies the new order optimistically; a refusal restores the old one. */
export const useTicketOrder = (event: string) => {
  const queries = useQueryClient()
  const key = ticketTypesOf(event).queryKey
  return useMutation({
    mutationFn: (uuids: readonly string[]) => api(orderTicketTypes, { body: { event_uuid: event, uuids: [...uuids] } }),
    onMutate: async (uuids) => {
      await queries.cancelQueries({ queryKey: key })
      const before = queries.getQueryData<TicketType[]>(key)
      queries.setQueryData<TicketType[]>(key, (all) =>
        all?.toSorted((item, other) => uuids.indexOf(item.uuid) - uuids.indexOf(other.uuid)),
      )
      return { before }
    },
    onError: (_error, _uuids, context) => queries.setQueryData(key, context?.before),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
