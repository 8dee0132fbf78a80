import { pathIn } from '../../shared/embed.ts'
import { Icon } from '../../shared/icon.tsx'
import type { IconName } from '../../shared/icon.tsx'
import { priceText } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import type { CheckoutView } from '../../state/order-state.ts'
import css from './checkout.module.css'
import { StageHeading } from './stage-heading.tsx'
import type { Checkout } from './use-checkout.ts'

const ICONS: Readonly<Record<Props['why'], IconName>> = { expired: 'clock', released: 'undo', refunded: 'undo' }

interface Props {
  readonly view: CheckoutView
  readonly checkout: Checkout
  readonly why: 'expired' | 'released' | 'refunded'
}

/** The order ended without tickets: what happened to the money, and the link back to the event. */
export const OrderClosed = ({ view, checkout, why }: Props) => {
  const frame = usePageContext()
  const { t, lang } = frame
  const { order } = checkout
  const waits = why === 'refunded' && order.waiting_amount > 0
  return (
    <main id="main" className={`${parts.narrow} ${page.main}`}>
      <section className={`${parts.card} ${parts.state} ${parts.rise}`} role="status">
        <div className={`${parts.seal} ${why === 'expired' ? parts.late : ''}`}>
          <Icon name={ICONS[why]} />
        </div>
        <StageHeading checkout={checkout} className={css.heading}>
          {t(waits ? 'checkout.refunded.waiting_title' : `checkout.${why}.title`)}
        </StageHeading>
        <p className={parts.quiet}>
          {waits
            ? t('checkout.refunded.waiting', { sum: priceText(order.waiting_amount, lang) })
            : t(`checkout.${why}.text`, { sum: priceText(order.refunded_amount || order.total_amount, lang) })}
        </p>
        {why === 'expired' && order.payment && (
          <p className={`${parts.note} ${parts.info} ${css.start}`}>
            <Icon name="info" />
            <span>{t('checkout.expired.late_word')}</span>
          </p>
        )}
        <a className={`${parts.btn} ${parts.wide} ${parts.tall}`} href={pathIn(frame, `/order/${view.event.slug}`)}>
          {t(`checkout.${why}.again`)}
        </a>
      </section>
    </main>
  )
}
