import { type Event, showEvent } from '@kartis/contract/events.ts'
import { listOrders, type Order } from '@kartis/contract/orders.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'

/** Refetch interval of live figures; a page in the background does not refetch. */
const REFETCH_MS = 12_000

/** The event with its sales, for a manager. */
export const useEvent = (uuid: string): UseQueryResult<Event> =>
  useQuery({
    queryKey: ['event', uuid, 'page'],
    queryFn: async () =>
      (
        await api(showEvent, {
          params: { uuid },
          query: { with: ['attachments', 'events_tickets', 'settings'], append: ['statistics', 'scan_statistics'] },
        })
      ).data,
    refetchInterval: REFETCH_MS,
  })

/** The event with its check-in counters, for roles without access to sales. */
export const useCheckInEvent = (uuid: string): UseQueryResult<Event> =>
  useQuery({
    queryKey: ['event', uuid, 'check-in'],
    queryFn: async () =>
      (await api(showEvent, { params: { uuid }, query: { with: ['attachments'], append: ['scan_statistics'] } })).data,
    refetchInterval: REFETCH_MS,
  })

/** The event with its payout report, under the key of the summary screen. */
export const useEventReport = (uuid: string, enabled: boolean): UseQueryResult<Event> =>
  useQuery({
    queryKey: ['event', uuid, 'report'],
    queryFn: async () => (await api(showEvent, { params: { uuid }, query: { append: ['report'] } })).data,
    enabled,
  })

const RECENT = 4

export const useRecentOrders = (uuid: string): UseQueryResult<readonly Order[]> =>
  useQuery({
    queryKey: ['orders', uuid, 'recent'],
    queryFn: async () =>
      (
        await api(listOrders, {
          query: { filter: { event_uuid: uuid }, sort: '-created_at', per_page: RECENT, with: ['payments'] },
        })
      ).data,
    refetchInterval: REFETCH_MS,
  })
