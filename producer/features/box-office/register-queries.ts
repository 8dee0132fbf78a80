import { type BoxOfficeSale, listBoxOfficeEvents, listSales, showSale } from '@kartis/contract/box-office.ts'
import { listShifts, showShift, showRegister } from '@kartis/contract/registers.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { everyPage } from '../../shared/every-page.ts'
import { storeRegisterToken, registerToken } from './register-token.ts'

/** The register this browser is paired as, or null if it is not paired (any more). */
const loadRegister = async () => {
  if (registerToken() === undefined) return null
  try {
    return (await api(showRegister)).data
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'device_unpaired') throw error
    storeRegisterToken(undefined)
    return null
  }
}

export type Register = NonNullable<Awaited<ReturnType<typeof loadRegister>>>

export const registerQuery = queryOptions({ queryKey: ['register'], queryFn: loadRegister })
export const boxOfficeEventsQuery = queryOptions({
  queryKey: ['register', 'events'],
  queryFn: async () => (await everyPage((query) => api(listBoxOfficeEvents, { query }))).data,
  refetchInterval: 15_000,
})
export const salesQuery = (page: number) =>
  queryOptions({
    queryKey: ['register', 'sales', page],
    queryFn: () => api(listSales, { query: { page, per_page: 20 } }),
  })
export const saleQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['register', 'sale', uuid],
    queryFn: async (): Promise<BoxOfficeSale> => (await api(showSale, { params: { uuid } })).data,
  })
export const shiftQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['register', 'shift', uuid],
    queryFn: async () => (await api(showShift, { params: { uuid } })).data,
  })
export const shiftsQuery = (device_uuid: string, page: number) =>
  queryOptions({
    queryKey: ['register', 'shifts', device_uuid, page],
    queryFn: () => api(listShifts, { query: { page, per_page: 10, filter: { device_uuid, state: 'closed' } } }),
  })

/** Invalidates all register queries after a sale or a shift change: stock, lists and cash balance. */
export const invalidateRegister = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['register'] })
