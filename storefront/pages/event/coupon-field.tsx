import { useId } from 'react'
import { Field, fieldProps } from '../../shared/field.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import css from './buy-panel.module.css'
import type { Cart } from './use-cart.ts'

/** Closed until somebody has a coupon; the reservation reports the discount. */
export const CouponField = ({ cart }: { readonly cart: Cart }) => {
  const { t } = usePageContext()
  const id = useId()
  const hint = t('sale.buy.coupon_hint')
  return (
    <details className={css.coupon}>
      <summary>{t('sale.buy.coupon')}</summary>
      <Field id={id} label={t('sale.buy.coupon_code')} hint={hint}>
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
