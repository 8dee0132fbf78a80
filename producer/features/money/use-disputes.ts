import {
  type DisputableCharge,
  type Dispute,
  listDisputableCharges,
  listDisputes,
  showDispute,
} from '@kartis/contract/disputes.ts'
import type { DisputeState } from '@kartis/domain/dispute.ts'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import type { ListPage } from './use-money.ts'

const PER_PAGE = 20

export interface DisputesSearch {
  readonly term: string
  readonly status: DisputeState | undefined
}

/** The query of the list and of its export: a number is that of an order or a case, anything else a part of an event's name. */
export const disputesQuery = ({ term, status }: DisputesSearch) => ({
  filter: { ...(status && { status }), ...(term !== '' && { or: { number: term, name: term } }) },
})

export const useDisputes = (
  page: number,
  search: DisputesSearch,
  enabled: boolean,
): UseQueryResult<ListPage<Dispute>> =>
  useQuery({
    queryKey: ['money', 'disputes', page, search],
    queryFn: () => api(listDisputes, { query: { page, per_page: PER_PAGE, ...disputesQuery(search) } }),
    placeholderData: keepPreviousData,
    enabled,
  })

/** The card charges of an order, once its number is typed. */
export const useDisputableCharges = (number: string): UseQueryResult<DisputableCharge[]> =>
  useQuery({
    queryKey: ['money', 'disputable-charges', number],
    queryFn: async () => (await api(listDisputableCharges, { query: { order_number: number, per_page: 50 } })).data,
    enabled: /^\d{1,15}$/.test(number),
  })

export const useDispute = (uuid: string): UseQueryResult<Dispute> =>
  useQuery({
    queryKey: ['money', 'dispute', uuid],
    queryFn: async () => (await api(showDispute, { params: { uuid } })).data,
  })
