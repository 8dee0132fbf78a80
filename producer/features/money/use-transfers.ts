import { listRefundTransfers, type RefundTransfer, showRefundTransfer } from '@kartis/contract/refund-transfers.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import type { RefundTransferState } from '@kartis/domain/refund-transfer.ts'
import type { ChipProps } from '@kartis/ui/components/chip.tsx'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'

const PER_PAGE = 20

export interface TransfersSearch {
  readonly term: string
  readonly status: RefundTransferState | undefined
}

export const TRANSFER_CHIP: Readonly<Record<RefundTransferState, NonNullable<ChipProps['state']>>> = {
  requested: 'quiet',
  received: 'warn',
  exported: 'info',
  done: 'good',
  withdrawn: 'quiet',
}

/** The query of the list and of its export: a number is that of an order, anything else a part of a name. */
export const transfersQuery = ({ term, status }: TransfersSearch) => ({
  filter: { ...(status && { status }), ...(term !== '' && { or: { number: term, name: term } }) },
})

export const useTransfers = (
  page: number,
  search: TransfersSearch,
  enabled: boolean,
): UseQueryResult<ReplyOf<typeof listRefundTransfers>> =>
  useQuery({
    queryKey: ['money', 'transfers', page, search],
    queryFn: () => api(listRefundTransfers, { query: { page, per_page: PER_PAGE, ...transfersQuery(search) } }),
    placeholderData: keepPreviousData,
    enabled,
  })

export const useTransfer = (uuid: string): UseQueryResult<RefundTransfer> =>
  useQuery({
    queryKey: ['money', 'transfer', uuid],
    queryFn: async () => (await api(showRefundTransfer, { params: { uuid } })).data,
    // Each reading of the account number is in the security log: coming back to the tab is none.
    refetchOnWindowFocus: false,
  })
