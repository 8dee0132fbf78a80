import { clockText } from '../../shared/clock.ts'
import { Icon } from '../../shared/icon.tsx'
import { moneyText } from '../../shared/money-text.ts'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { boldClock, figure, Rich } from '../../shared/rich.tsx'
import css from './checkout.module.css'
import type { Checkout } from './use-checkout.ts'

/** The gateway said no: nothing was charged, the tickets are still held, and one may try again at once. */
export const Failed = ({ checkout }: { readonly checkout: Checkout }) => {
  const { say, lang } = usePage()
  const { order } = checkout
  return (
    <section className={`${parts.card} ${parts.state} ${parts.rise}`} role="alert">
      <div className={`${parts.seal} ${parts.fail}`}>
        <Icon name="cross" />
      </div>
      <h1 className={css.heading}>{say('checkout.failed.title')}</h1>
      <p className={parts.quiet}>
        <Rich text={say('checkout.failed.text', { left: clockText(checkout.seconds) })} parts={{ n: boldClock }} />
      </p>
      {order.payment?.decline_reason && (
        <p className={`${parts.small} ${parts.quiet}`}>
          {say('checkout.failed.reason', { reason: order.payment.decline_reason })}
        </p>
      )}
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
        {checkout.busy
          ? say('checkout.payment.opening')
          : say('checkout.failed.again', { sum: moneyText(order.total_amount, lang) })}
      </button>
      <button type="button" className={`${parts.btn} ${parts.bare} ${parts.thin}`} onClick={checkout.edit}>
        {say('checkout.failed.details')}
      </button>
      <p className={`${parts.small} ${parts.quiet}`}>
        <Rich text={say('checkout.waiting.order', { number: order.number })} parts={{ n: figure }} />
      </p>
    </section>
  )
}
