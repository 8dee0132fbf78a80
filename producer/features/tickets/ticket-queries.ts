import { type EventSettings, showEvent, updateEvent } from '@kartis/contract/events.ts'
import {
  createTicketType,
  deleteTicketType,
  orderTicketTypes,
  type TicketType,
  updateTicketType,
} from '@kartis/contract/tickets.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { useSession } from '../../shared/session.ts'
import { headKey, ticketTypesOf, useInvalidateEvent } from '../../shared/event-queries.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import type { bodyOf } from './ticket-values.ts'

export const useTicketTypes = (event: string) => useQuery(ticketTypesOf(event))

/** The fee contract of the event's account. */
export const useFeeContract = (event: string) =>
  useQuery({
    queryKey: ['event', event, 'contract'],
    queryFn: async () =>
      (await api(showEvent, { params: { uuid: event }, query: { with: ['accounts_contract'] } })).data
        .accounts_contract ?? null,
  })

/** How many of each type's sold tickets were given to guests, by type; empty where the caller may not see figures. */
export const useInvitedByType = (event: string): ReadonlyMap<string, number> => {
  const { can } = useSession()
  const { data } = useQuery({
    queryKey: ['event', event, 'invited'],
    queryFn: async () =>
      (await api(showEvent, { params: { uuid: event }, query: { append: ['statistics'] } })).data.statistics
        ?.by_ticket_type ?? [],
    enabled: can['event.statistics'] === true,
  })
  return new Map(data?.map(({ uuid, invited }) => [uuid, invited]))
}

type SaleSettings = Pick<
  EventSettings,
  'order_limit' | 'limit_per_phone' | 'verify_before_hold' | 'foreign_phones' | 'fee_payer'
>

/** Saves settings of a sale; other event settings stay. */
export const useSaveSaleSettings = (event: string) => {
  const queries = useQueryClient()
  const invalidate = useInvalidateEvent(event)
  return useMutation({
    mutationFn: async (settings: SaleSettings) =>
      (await api(updateEvent, { params: { uuid: event }, body: { settings } })).data,
    onSuccess: (fresh) => queries.setQueryData(headKey(event), fresh),
    onSettled: invalidate,
  })
}

type GateSettings = Pick<EventSettings, 'gates' | 'check_in' | 're_entry' | 'type_hours' | 'people_offline'>

/** Saves settings of an event for its gates; those that are not given stay. */
export const useSaveGateSettings = (event: string) => {
  const queries = useQueryClient()
  const invalidate = useInvalidateEvent(event)
  return useMutation({
    mutationFn: async (settings: GateSettings) =>
      (await api(updateEvent, { params: { uuid: event }, body: { settings } })).data,
    onSuccess: (fresh) => queries.setQueryData(headKey(event), fresh),
    onSettled: invalidate,
  })
}

/** Creates a ticket type or updates the given one. */
export const useSaveTicketType = (event: string, ticket: TicketType | undefined) => {
  const invalidate = useInvalidateEvent(event)
  return useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf>) =>
      ticket
        ? api(updateTicketType, { params: { uuid: ticket.uuid }, body })
        : api(createTicketType, { body: { event_uuid: event, ...body } }),
    onSettled: invalidate,
  })
}

/** Deletes a ticket type; the lists are fetched again once `onDeleted` has settled. */
export const useDeleteTicketType = (event: string, onDeleted: (uuid: string) => Promise<void> | undefined) => {
  const invalidate = useInvalidateEvent(event)
  return useMutation({
    mutationFn: (uuid: string) => api(deleteTicketType, { params: { uuid } }),
    onSuccess: (_done, uuid) => onDeleted(uuid),
    onSettled: invalidate,
  })
}

/** Applies the new order optimistically; a refusal restores the old one. */
export const useSortTicketTypes = (event: string) => {
  const queries = useQueryClient()
  const key = ticketTypesOf(event).queryKey
  return useMutation({
    mutationFn: (uuids: readonly string[]) => api(orderTicketTypes, { body: { event_uuid: event, uuids: [...uuids] } }),
    onMutate: async (uuids) => {
      await queries.cancelQueries({ queryKey: key })
      const previous = queries.getQueryData<TicketType[]>(key)
      queries.setQueryData<TicketType[]>(key, (all) =>
        all?.toSorted((item, other) => uuids.indexOf(item.uuid) - uuids.indexOf(other.uuid)),
      )
      return { previous }
    },
    onError: (_error, _uuids, context) => queries.setQueryData(key, context?.previous),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
