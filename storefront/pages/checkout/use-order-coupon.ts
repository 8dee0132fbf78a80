import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import { useState } from 'react'
import { useApi } from '../../shared/api.ts'
import type { CouponEntry } from '../../shared/coupon-field.tsx'
import { COUPON_ID, couponProblem } from '../../shared/coupon-problem.ts'
import { focusOn } from '../../shared/focus-on.ts'
import { usePageContext } from '../../shared/page-context.tsx'
import { saveHeldCoupon } from '../../shared/saved-cart.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import type { Stage } from './stage.ts'

interface Options {
  readonly order: BuyerOrder
  readonly token: string
  readonly stage: Stage
  readonly onOrder: (order: BuyerOrder) => void
}

/** The full price in agorot: an order of free tickets has no use for a coupon. */
const isPriced = ({ items }: BuyerOrder): boolean => items.some(({ price }) => price > 0)

/** Nothing is charged, and no page of the gateway is open in this browser. */
const mayChange = (order: BuyerOrder, stage: Stage): boolean =>
  (order.status === 'reserved' || order.status === 'pending_payment') &&
  stage !== 'paying' &&
  stage !== 'waiting' &&
  isPriced(order)

export interface OrderCoupon {
  /** Undefined while the coupon cannot change. */
  readonly entry: CouponEntry | undefined
  /** Applies a code that is typed and not applied. False when it was refused: its field says so and takes the focus. */
  readonly applyTyped: () => Promise<boolean>
}

/** The coupon of the order; it may change until the gateway's page opens, and after the way back from it. */
export const useOrderCoupon = ({ order, token, stage, onOrder }: Options): OrderCoupon => {
  const api = useApi()
  const { t } = usePageContext()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const send = async (coupon: string | null): Promise<boolean> => {
    setProblem('')
    const result = await api('POST', '/v1/public/orders/:uuid/coupon', {
      params: { uuid: order.uuid },
      body: { coupon },
      orderToken: token,
    })
    if (!result.ok) {
      setProblem(couponProblem(result, t))
      return false
    }
    setTyped('')
    saveHeldCoupon(order.event.uuid, order.uuid, result.data.coupon ?? '')
    onOrder(result.data)
    return true
  }
  const [busy, change] = useSubmit<string | null>(send)
  const code = typed.trim()
  if (!mayChange(order, stage)) return { entry: undefined, applyTyped: async () => true }
  return {
    entry: {
      typed,
      setTyped: (text) => {
        setProblem('')
        setTyped(text)
      },
      applied: order.coupon === null ? undefined : { code: order.coupon, discount: order.discount_amount },
      busy,
      problem,
      apply: () => (code === '' ? setProblem(t('sale.coupon.empty')) : change(code)),
      remove: () => change(null),
    },
    applyTyped: async () => {
      if (code === '' || (await send(code))) return true
      requestAnimationFrame(() => focusOn(COUPON_ID))
      return false
    },
  }
}
