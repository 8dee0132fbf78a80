import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { useState } from 'react'
import { useApi } from '../../shared/api.ts'
import type { CouponEntry } from '../../shared/coupon-field.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import { saveHeldCoupon } from '../../shared/saved-cart.ts'
import { useSubmit } from '../../shared/use-submit.ts'

interface Options {
  readonly order: BuyerOrder
  readonly token: string
  readonly onOrder: (order: BuyerOrder) => void
}

/** The full price in agorot: an order of free tickets has no use for a coupon. */
const isPriced = ({ items }: BuyerOrder): boolean => items.some(({ price }) => price > 0)

/** The coupon of the order; undefined once it can no longer change, because the gateway shows the sum. */
export const useOrderCoupon = ({ order, token, onOrder }: Options): CouponEntry | undefined => {
  const api = useApi()
  const { t } = usePageContext()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, change] = useSubmit<string | null>(async (coupon) => {
    setProblem('')
    const result = await api('POST', '/v1/public/orders/:uuid/coupon', {
      params: { uuid: order.uuid },
      body: { coupon },
      orderToken: token,
    })
    if (!result.ok) {
      setProblem(result.text)
      return false
    }
    setTyped('')
    saveHeldCoupon(order.event.uuid, order.uuid, result.data.coupon ?? '')
    onOrder(result.data)
    return true
  })
  if (order.status !== 'reserved' || !isPriced(order)) return undefined
  return {
    typed,
    setTyped: (code) => {
      setProblem('')
      setTyped(code)
    },
    applied: order.coupon === null ? undefined : { code: order.coupon, discount: order.discount_amount },
    busy,
    problem,
    apply: () => (typed.trim() === '' ? setProblem(t('sale.coupon.empty')) : change(typed.trim())),
    remove: () => change(null),
  }
}
