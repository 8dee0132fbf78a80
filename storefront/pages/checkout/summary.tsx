import { useEffect, useState } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Art } from '../../shared/art.tsx'
import { CouponField } from '../../shared/coupon-field.tsx'
import { Icon } from '../../shared/icon.tsx'
import { Money, Price, priceText } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { linkTo, Rich } from '../../shared/rich.tsx'
import { readSeats } from '../../shared/saved-seats.ts'
import { Ticket, ticketPad } from '../../shared/ticket.tsx'
import type { CheckoutView } from '../../state/order-state.ts'
import css from './checkout.module.css'
import { PayWays } from './pay-ways.tsx'
import type { Checkout } from './use-checkout.ts'

interface Props {
  readonly view: CheckoutView
  readonly checkout: Checkout
}

/** The text of the button that leads to the payment. */
export const usePayText = (checkout: Checkout): string => {
  const { t } = usePageContext()
  if (checkout.busy) return t('checkout.details.saving')
  if (checkout.phone.needsCode) return t('checkout.details.to_code')
  return checkout.order.total_amount === 0 ? t('checkout.details.confirm_free') : t('checkout.details.continue')
}

/** Before the coupon, so that the lines less the discount add up to the sum below. */
const fullPrice = ({ price, quantity }: CheckoutView['order']['items'][number]): number =>
  (Math.round(price * 100) * quantity) / 100

const Bill = ({ view, checkout }: Props) => {
  const { t } = usePageContext()
  const { event } = view
  const { order } = checkout
  const [seats, setSeats] = useState<readonly string[]>([])
  // oxlint-disable-next-line react/set-state-in-effect -- which seats were chosen is known only in the browser
  useEffect(() => setSeats(readSeats(order.uuid)), [order.uuid])
  return (
    <div className={`${ticketPad} ${parts.stack}`}>
      <div className={css.event}>
        <Art artwork={event.artwork} alt="" sizes="4.5rem" className={css.thumb} />
        <div>
          <p className={parts.strong}>
            <UserText>{event.name}</UserText>
          </p>
          <p className={`${parts.small} ${parts.quiet}`}>{event.when}</p>
          <p className={`${parts.small} ${parts.quiet}`}>
            <UserText>{event.place}</UserText>
          </p>
        </div>
      </div>
      {seats.length > 0 && (
        <ul className={`${parts.small} ${parts.strong}`}>
          {seats.map((seat) => (
            <li key={seat}>
              <UserText>{seat}</UserText>
            </li>
          ))}
        </ul>
      )}
      <ul className={css.bill}>
        {order.items.map((item) => (
          <li key={item.events_ticket_uuid} className={parts.apart}>
            <span>{t('checkout.summary.line', { count: item.quantity, name: item.name })}</span>
            <Price shekels={fullPrice(item)} />
          </li>
        ))}
        {order.coupon !== null && (
          <li className={parts.apart}>
            <span>
              {t('checkout.summary.coupon')} <UserText>{order.coupon}</UserText>
            </span>
            <Money shekels={-order.discount_amount} />
          </li>
        )}
        {view.hasFee && order.total_amount > 0 && (
          <li className={`${parts.apart} ${parts.quiet}`}>
            <span>{t('checkout.summary.fees')}</span>
            <span>{t('checkout.summary.fees_in')}</span>
          </li>
        )}
      </ul>
    </div>
  )
}

const Release = ({ checkout }: { readonly checkout: Checkout }) => {
  const { t } = usePageContext()
  const [confirming, setConfirming] = useState(false)
  if (!confirming)
    return (
      <p className={`${parts.line} ${parts.centred}`}>
        <button
          type="button"
          className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
          onClick={() => setConfirming(true)}
        >
          {t('checkout.summary.release')}
        </button>
      </p>
    )
  return (
    <div className={`${parts.note} ${parts.warn}`} role="group">
      <div className={`${parts.stack} ${parts.tight}`}>
        <p role="alert">{t('checkout.summary.release_sure')}</p>
        <p className={parts.line}>
          <button
            type="button"
            className={`${parts.btn} ${parts.neutral} ${parts.compact}`}
            aria-busy={checkout.busy}
            onClick={checkout.release}
          >
            {t('checkout.summary.release_yes')}
          </button>
          <button
            type="button"
            className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
            onClick={() => setConfirming(false)}
          >
            {t('checkout.summary.release_no')}
          </button>
        </p>
      </div>
    </div>
  )
}

/** Until when the order may be cancelled, and at what fee; of an order that costs nothing there is nothing to give back. */
const Cancellation = ({ view, checkout }: Props) => {
  const { t, lang } = usePageContext()
  const { total_amount, cancellation } = checkout.order
  const isFree = total_amount === 0
  if (isFree && !view.lastDay) return null
  const text = isFree
    ? t('checkout.summary.last_day_free', { date: view.lastDay ?? '' })
    : view.lastDay
      ? t('checkout.summary.last_day', { date: view.lastDay, fee: priceText(cancellation.fee, lang) })
      : t('checkout.summary.too_late')
  return (
    <p className={parts.note}>
      <Icon name="shield" />
      <span>
        <Rich text={text} parts={{ a: linkTo('/order/legal/cancellation', '_blank') }} />
      </span>
    </p>
  )
}

/** The cart as a ticket, the terms of cancellation, and the release of the hold. */
export const Summary = ({ view, checkout }: Props) => {
  const { t } = usePageContext()
  const text = usePayText(checkout)
  const free = checkout.order.total_amount === 0
  return (
    <aside className={`${parts.stack} ${css.aside}`} aria-label={t('checkout.summary.title')}>
      <Ticket
        get={<Bill view={view} checkout={checkout} />}
        give={
          <div className={`${ticketPad} ${parts.stack} ${parts.snug}`}>
            <p className={parts.sum}>
              <span className={parts.strong}>{t('checkout.summary.to_pay')}</span>
              <Price shekels={checkout.order.total_amount} />
            </p>
            {!free && (
              <p className={`${parts.small} ${parts.quiet}`}>
                {t(view.hasFee ? 'checkout.summary.final_fee' : 'checkout.summary.final')}
              </p>
            )}
            <PayWays ways={checkout.order.payment_ways} />
            {checkout.coupon && <CouponField entry={checkout.coupon} />}
            {checkout.stage === 'details' && (
              <button
                type="submit"
                form="details"
                className={`${parts.btn} ${parts.pay} ${parts.wide} ${css.onDesktop}`}
                aria-busy={checkout.busy}
              >
                {!free && !checkout.phone.needsCode && <Icon name="lock" />}
                {text}
              </button>
            )}
          </div>
        }
      />
      <Cancellation view={view} checkout={checkout} />
      <Release checkout={checkout} />
    </aside>
  )
}
