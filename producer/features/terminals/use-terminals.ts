import {
  changePaymentTerminal,
  type PaymentTerminal,
  type PaymentTerminals,
} from '@kartis/contract/payment-terminals.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { paymentTerminalsQuery } from '../../shared/payment-terminals-query.ts'
import { useMutation } from '../../shared/use-mutation.ts'

export const useTerminals = (): UseQueryResult<PaymentTerminals> => useQuery(paymentTerminalsQuery)

/** Loads the list again: which terminal charges depends on all of them. */
export const useRefreshTerminals = (): (() => Promise<void>) => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: paymentTerminalsQuery.queryKey })
}

/** Changes a terminal; api() asks for a fresh proof of who does it where the last one is too old. */
export const useChangeTerminal = ({ uuid }: PaymentTerminal) => {
  const refresh = useRefreshTerminals()
  return useMutation({
    mutationFn: (body: BodyOf<typeof changePaymentTerminal>) => api(changePaymentTerminal, { params: { uuid }, body }),
    onSettled: refresh,
  })
}
