import { type Dispute, listDisputes, showDispute } from '@kartis/contract/disputes.ts'
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

export const useDispute = (uuid: string): UseQueryResult<Dispute> =>
  useQuery({
    queryKey: ['money', 'dispute', uuid],
    queryFn: async () => (await api(showDispute, { params: { uuid } })).data,
  })
