import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { figure, Rich } from '../../shared/rich.tsx'
import type { Checkout } from './use-checkout.ts'

interface Props {
  readonly checkout: Checkout
  /** Of the button that pays. */
  readonly text: string
}

/** After a payment that bought nothing: pay again, or go back to the details. */
export const PayAgain = ({ checkout, text }: Props) => {
  const { t } = usePageContext()
  return (
    <>
      {checkout.problem && (
        <p className={`${parts.note} ${parts.bad}`}>
          <Icon name="warn" />
          <span>{checkout.problem}</span>
        </p>
      )}
      <button
        type="button"
        className={`${parts.btn} ${parts.pay} ${parts.wide}`}
        aria-busy={checkout.busy}
        onClick={checkout.pay}
      >
        {checkout.busy ? t('checkout.payment.opening') : text}
      </button>
      <button type="button" className={`${parts.btn} ${parts.textButton} ${parts.compact}`} onClick={checkout.edit}>
        {t('checkout.failed.details')}
      </button>
      <p className={`${parts.small} ${parts.quiet}`}>
        <Rich text={t('checkout.waiting.order', { number: checkout.order.number })} parts={{ n: figure }} />
      </p>
    </>
  )
}
