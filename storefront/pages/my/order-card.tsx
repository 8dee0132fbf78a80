import { dayKey, momentLongText } from '@kartis/i18n/format.ts'
import { useState } from 'react'
import { Art } from '../../shared/art.tsx'
import { serverTime } from '../../shared/clock.ts'
import { Icon } from '../../shared/icon.tsx'
import { Money, priceText } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { seatsOf, seatText } from '../../shared/seat-text.ts'
import type { Translate } from '../../shared/translator.ts'
import { artworkOfUrl, placeLine } from '../../state/labels.ts'
import { CancelOrder } from './cancel-order.tsx'
import css from './my-page.module.css'
import type { CustomerOrder } from './order-actions.tsx'
import { isOpen, OrderActions } from './order-actions.tsx'

interface Props {
  readonly order: CustomerOrder
  readonly onChange: (order: CustomerOrder) => void
}

const DAY_MS = 86_400_000

/** The days until the event, in the calendar of its zone. */
const daysText = (order: CustomerOrder, t: Translate): string => {
  const day = (when: string | number) => Date.parse(`${dayKey(when, order.event.timezone)}T00:00:00Z`)
  const days = Math.round((day(order.event.starts_at) - day(serverTime())) / DAY_MS)
  if (days <= 0) return t('my.list.today')
  return days === 1 ? t('my.list.tomorrow') : t('my.list.in_days', { count: days })
}

const Badge = ({ order, over }: { readonly order: CustomerOrder; readonly over: boolean }) => {
  const { t, lang } = usePageContext()
  if (order.refunded_amount > 0)
    return (
      <span className={`${parts.tag} ${parts.info}`}>
        <Icon name="undo" />
        {t('my.list.refunded', { sum: priceText(order.refunded_amount, lang) })}
      </span>
    )
  if (isOpen(order) || order.status === 'cancelled' || order.status === 'refunded')
    return <span className={`${parts.tag} ${isOpen(order) ? parts.warn : ''}`}>{order.status_label}</span>
  const used = order.tickets.length > 0 && order.tickets.every((ticket) => ticket.redemption === 'redeemed')
  if (used) return <span className={parts.tag}>{t('my.list.used')}</span>
  if (over) return <span className={parts.tag}>{order.status_label}</span>
  return <span className={`${parts.tag} ${parts.accent}`}>{daysText(order, t)}</span>
}

/** One order with its actions. */
export const OrderCard = ({ order, onChange }: Props) => {
  const { t, lang } = usePageContext()
  const [cancelling, setCancelling] = useState(false)
  const { event } = order
  const over = new Date(event.ends_at).getTime() < serverTime()
  const seats = seatsOf(order).map((seat) => seatText(seat, t))
  const count = order.items.reduce((sum, item) => sum + item.quantity, 0)
  return (
    <li className={`${parts.card} ${css.order}`}>
      <div className={css.what}>
        <Art
          artwork={artworkOfUrl(event.uuid, event.banner, event.colors)}
          alt=""
          sizes="5.5rem"
          className={css.thumb}
        />
        <div className={`${parts.stack} ${css.text}`}>
          <p>
            <Badge order={order} over={over} />
          </p>
          <h2>
            <bdi>{event.name}</bdi>
          </h2>
          <p className={`${parts.small} ${parts.quiet}`}>
            {momentLongText(event.starts_at, lang, event.timezone)}
            <br />
            <bdi>{placeLine(event)}</bdi>
          </p>
          <p className={`${parts.small} ${parts.quiet}`}>
            {t('my.list.count', { count })}
            {' · '}
            <Money shekels={order.total_amount} />
            {' · '}
            <bdi className={parts.num} dir="ltr">
              {order.number}
            </bdi>
          </p>
          {seats.length > 0 && (
            <ul className={`${parts.small} ${parts.quiet}`}>
              {seats.map((seat) => (
                <li key={seat}>
                  <bdi>{seat}</bdi>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <OrderActions order={order} over={over} onCancel={() => setCancelling(true)} />
      {cancelling && <CancelOrder order={order} onClose={() => setCancelling(false)} onChange={onChange} />}
    </li>
  )
}
