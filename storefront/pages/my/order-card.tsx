import { dayKey, momentLongText } from '@kartis/i18n/format.ts'
import { useState } from 'react'
import { Art } from '../../shared/art.tsx'
import { serverTime } from '../../shared/clock.ts'
import { Icon } from '../../shared/icon.tsx'
import { moneyText } from '../../shared/money-text.ts'
import { Money } from '../../shared/money.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import type { Say } from '../../shared/messages.ts'
import { lookOfUrl, placeLine } from '../../state/labels.ts'
import { CancelOrder } from './cancel-order.tsx'
import css from './my-page.module.css'
import type { MyOrder } from './shapes.ts'
import { isOpen, Ways } from './ways.tsx'

interface Props {
  readonly order: MyOrder
  readonly onChange: (order: MyOrder) => void
}

const DAY_MS = 86_400_000

/** How far off the event is, counted in its own calendar days. */
const daysText = (order: MyOrder, say: Say): string => {
  const day = (when: string | number) => Date.parse(`${dayKey(when, order.event.timezone)}T00:00:00Z`)
  const days = Math.round((day(order.event.starts_at) - day(serverTime())) / DAY_MS)
  if (days <= 0) return say('my.list.today')
  return days === 1 ? say('my.list.tomorrow') : say('my.list.in_days', { count: days })
}

const Badge = ({ order, over }: { readonly order: MyOrder; readonly over: boolean }) => {
  const { say, lang } = usePage()
  if (order.refunded_amount > 0)
    return (
      <span className={`${parts.tag} ${parts.info}`}>
        <Icon name="undo" />
        {say('my.list.refunded', { sum: moneyText(order.refunded_amount, lang) })}
      </span>
    )
  if (isOpen(order) || order.status === 'cancelled' || order.status === 'refunded')
    return <span className={`${parts.tag} ${isOpen(order) ? parts.warn : ''}`}>{order.status_label}</span>
  const used = order.tickets.length > 0 && order.tickets.every((ticket) => ticket.redemption === 'redeemed')
  if (used) return <span className={parts.tag}>{say('my.list.used')}</span>
  if (over) return <span className={parts.tag}>{order.status_label}</span>
  return <span className={`${parts.tag} ${parts.accent}`}>{daysText(order, say)}</span>
}

/** One own order with what can be done about it. */
export const OrderCard = ({ order, onChange }: Props) => {
  const { say, lang } = usePage()
  const [cancelling, setCancelling] = useState(false)
  const { event } = order
  const over = new Date(event.ends_at).getTime() < serverTime()
  const count = order.items.reduce((sum, item) => sum + item.quantity, 0)
  return (
    <li className={`${parts.card} ${css.order}`}>
      <div className={css.what}>
        <Art look={lookOfUrl(event.uuid, event.banner, event.colors)} alt="" sizes="5.5rem" className={css.thumb} />
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
            {say('my.list.count', { count })}
            {' · '}
            <Money shekels={order.total_amount} />
            {' · '}
            <bdi className={parts.num} dir="ltr">
              {order.number}
            </bdi>
          </p>
        </div>
      </div>
      <Ways order={order} over={over} onCancel={() => setCancelling(true)} />
      {cancelling && <CancelOrder order={order} onClose={() => setCancelling(false)} onChange={onChange} />}
    </li>
  )
}
