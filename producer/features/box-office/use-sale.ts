import { type BoxOfficeSale, paySale, sell } from '@kartis/contract/box-office.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { invalidateRegister, saleQuery } from './register-queries.ts'

/** One sale from the cart to its tickets, with the mutations that start and pay it. */
export const useSale = () => {
  const queries = useQueryClient()
  const [uuid, setUuid] = useState<string>()
  const show = ({ data }: { data: BoxOfficeSale }) => {
    queries.setQueryData(saleQuery(data.uuid).queryKey, data)
    setUuid(data.uuid)
  }
  // Stock and prices may be outdated; the seller does not wait for the refresh.
  const onSettled = () => {
    void invalidateRegister(queries)
  }
  const start = useMutation({
    mutationFn: (body: BodyIn<typeof sell>) => api(sell, { body }),
    onSuccess: show,
    onSettled,
    // the cart shows which limit, the map which seats
    meta: { quiet: ['purchase_limit', 'seat_taken'] },
  })
  const pay = useMutation({
    mutationFn: ({ uuid, ...body }: BodyIn<typeof paySale> & { uuid: string }) =>
      api(paySale, { params: { uuid }, body }),
    onSuccess: show,
    onSettled,
  })
  return { uuid, start, pay, end: () => setUuid(undefined) }
}

export type SaleWork = ReturnType<typeof useSale>
