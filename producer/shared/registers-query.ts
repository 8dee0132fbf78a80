import { listRegisters } from '@kartis/contract/registers.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { everyPage } from './every-page.ts'

/** The registers of the account. */
export const registersQuery = queryOptions({
  queryKey: ['register', 'devices'],
  queryFn: () => everyPage((query) => api(listRegisters, { query })),
})
