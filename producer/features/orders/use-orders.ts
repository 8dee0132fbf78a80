import { type Event, showEvent } from '@kartis/contract/events.ts'
import { listOrders, type Order, showOrder } from '@kartis/contract/orders.ts'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { filterQuery, type OrdersFilter } from './orders-filter.ts'

export const ordersKey = (eventUuid: string) => ['orders', eventUuid] as const
export const orderKey = (uuid: string) => ['order', uuid] as const

export interface OrdersSearch {
  readonly term: string
  readonly filter: OrdersFilter
  /** The event's time zone, in which periods begin. */
  readonly zone: string
}

/** Query parameters of the list and its export: an event, filters, and a search by number, name, phone or seat. */
export const ordersQuery = (eventUuid: string, { term, filter, zone }: OrdersSearch) => ({
  with: ['user', 'user.phone', 'tickets', 'payments'],
  with_count: ['tickets'],
  sort: '-created_at',
  filter: {
    event_uuid: eventUuid,
    ...filterQuery(filter, zone, new Date()),
    ...(term !== '' && { or: { number: term, name: term, 'user.phone.phone_number': term, seat: term } }),
  },
})

export interface OrdersPage {
  readonly orders: readonly Order[]
  readonly lastPage: number
  /** Orders of all pages. */
  readonly total: number
}

export const useOrders = (
  eventUuid: string,
  page: number,
  search: OrdersSearch,
  enabled: boolean,
): UseQueryResult<OrdersPage> =>
  useQuery({
    queryKey: [...ordersKey(eventUuid), page, search],
    queryFn: async () => {
      const { data, meta } = await api(listOrders, { query: { ...ordersQuery(eventUuid, search), page } })
      return { orders: data, lastPage: meta.last_page, total: meta.total }
    },
    enabled,
    placeholderData: keepPreviousData,
  })

/** The event's name and sales, for the line above the title. */
export const useSoldEvent = (uuid: string): UseQueryResult<Event> =>
  useQuery({
    queryKey: ['event', uuid, 'sold'],
    queryFn: async () => (await api(showEvent, { params: { uuid }, query: { append: ['statistics'] } })).data,
  })

/** One order with everything about it; requests nothing while none is named. */
export const useOrder = (uuid: string | undefined): UseQueryResult<Order> =>
  useQuery({
    queryKey: orderKey(uuid ?? ''),
    queryFn: async () =>
      (
        await api(showOrder, {
          params: { uuid: uuid ?? '' },
          query: { with: ['user', 'user.phone', 'tickets', 'payments', 'answers', 'history', 'messages'] },
        })
      ).data,
    enabled: uuid !== undefined,
  })
