import { useEffect, useEffectEvent, useState } from 'react'
import { type Refused, useApi } from '../../shared/api.ts'
import type { CouponEntry } from '../../shared/coupon-field.tsx'
import { COUPON_ID, couponProblem } from '../../shared/coupon-problem.ts'
import { focusOn } from '../../shared/focus-on.ts'
import { usePageContext } from '../../shared/page-context.tsx'

interface Item {
  readonly events_ticket_uuid: string
  readonly quantity: number
}

export interface CartCoupon extends CouponEntry {
  /** Price of the cart with the coupon in shekels; undefined without one, and until it is quoted. */
  readonly total: number | undefined
  /** The code that the reservation is to use; also one that is typed and not applied. */
  readonly code: string
  readonly restore: (code: string) => void
  /** The reservation was refused because of the code: its field says so and takes the focus. */
  readonly refuse: (refused: Refused) => void
}

interface Quote {
  /** The code and the cart that it prices. */
  readonly key: string
  readonly code: string
  readonly discount: number
  readonly total: number
}

/** The coupon of a cart: applied on request, and priced again whenever the cart changes. */
export const useCoupon = (event: string, items: readonly Item[]): CartCoupon => {
  const api = useApi()
  const { t } = usePageContext()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const [quote, setQuote] = useState<Quote>()
  const [problem, setProblem] = useState('')
  const key = chosen === '' || items.length === 0 ? '' : JSON.stringify([chosen, items])
  const request = useEffectEvent(() =>
    api('POST', '/v1/public/events/:uuid/quote', {
      params: { uuid: event },
      body: { items: [...items], coupon: chosen },
    }),
  )
  // The code stays in the field, where it can be corrected.
  const showRefusal = useEffectEvent((refused: Refused) => {
    setChosen('')
    setProblem(couponProblem(refused, t))
  })
  useEffect(() => {
    const run = { key, current: true }
    const update = async () => {
      const result = await request()
      if (!run.current) return
      if (result.ok) {
        const { coupon, discount_amount: discount, total_amount: total } = result.data
        setQuote({ key, code: coupon, discount, total })
        return
      }
      showRefusal(result)
    }
    if (key !== '') void update()
    return () => {
      run.current = false
    }
  }, [key])
  const current = key !== '' && quote?.key === key ? quote : undefined
  const apply = () => {
    const code = typed.trim()
    setProblem(code === '' ? t('sale.coupon.empty') : items.length === 0 ? t('sale.coupon.no_tickets') : '')
    if (code !== '') setChosen(code)
  }
  return {
    typed,
    setTyped: (code) => {
      setProblem('')
      setChosen('')
      setTyped(code)
    },
    applied: current && { code: current.code, discount: current.discount },
    total: current?.total,
    code: chosen || typed.trim(),
    busy: key !== '' && !current,
    problem,
    apply,
    remove: () => {
      setProblem('')
      setChosen('')
      setTyped('')
    },
    restore: (code) => {
      setTyped(code)
      setChosen(code)
    },
    refuse: (refused) => {
      setChosen('')
      setProblem(couponProblem(refused, t))
      requestAnimationFrame(() => focusOn(COUPON_ID))
    },
  }
}
