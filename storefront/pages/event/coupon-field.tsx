import { useId } from 'react'
import { Field, fieldProps } from '../../shared/field.tsx'
import { usePage } from '../../shared/page-context.tsx'
import css from './buy-panel.module.css'
import type { Cart } from './use-cart.ts'

/** Folded away until somebody has one; what it takes off is said with the reservation. */
export const CouponField = ({ cart }: { readonly cart: Cart }) => {
  const { say } = usePage()
  const id = useId()
  const hint = say('sale.buy.coupon_hint')
  return (
    <details className={css.coupon}>
      <summary>{say('sale.buy.coupon')}</summary>
      <Field id={id} label={say('sale.buy.coupon_code')} hint={hint}>
        <input
          {...fieldProps(id, undefined, hint)}
          value={cart.coupon}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => cart.setCoupon(event.target.value)}
        />
      </Field>
    </details>
  )
}
