import { listPaymentTerminals } from '@kartis/contract/payment-terminals.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** The terminals that the account's cards are charged at. */
export const paymentTerminalsQuery = queryOptions({
  queryKey: ['payment-terminals'],
  queryFn: async () => (await api(listPaymentTerminals)).data,
})
