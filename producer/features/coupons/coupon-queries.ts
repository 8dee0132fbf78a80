import { type Coupon, createCoupon, deleteCoupon, listCoupons, updateCoupon } from '@kartis/contract/coupons.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { ticketTypesOf } from '../../shared/event-queries.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import type { bodyOf } from './coupon-values.ts'

/** The event's coupons, newest first. */
export const useCoupons = (event: string) =>
  useQuery({
    queryKey: ['event', event, 'coupons'],
    queryFn: async () =>
      (await api(listCoupons, { query: { filter: { event_uuid: event }, sort: '-created_at', per_page: 100 } })).data,
  })

/** The ticket types that a coupon can apply to. */
export const useCouponTypes = (event: string) =>
  useQuery({ ...ticketTypesOf(event), select: (types) => types.filter(({ type }) => type === 'regular') })

const useInvalidateCoupons = (event: string) => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['event', event, 'coupons'] })
}

/** Creates a coupon or updates the given one. */
export const useSaveCoupon = (event: string, coupon: Coupon | undefined) => {
  const invalidate = useInvalidateCoupons(event)
  return useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf>) =>
      coupon
        ? api(updateCoupon, { params: { uuid: coupon.uuid }, body })
        : api(createCoupon, { body: { event_uuid: event, ...body } }),
    onSettled: invalidate,
  })
}

export const useSetCouponActive = (event: string) => {
  const invalidate = useInvalidateCoupons(event)
  return useMutation({
    mutationFn: ({ uuid, active }: { uuid: string; active: boolean }) =>
      api(updateCoupon, { params: { uuid }, body: { active } }),
    onSettled: invalidate,
  })
}

export const useDeleteCoupon = (event: string) => {
  const invalidate = useInvalidateCoupons(event)
  return useMutation({
    mutationFn: (uuid: string) => api(deleteCoupon, { params: { uuid } }),
    onSettled: invalidate,
  })
}
