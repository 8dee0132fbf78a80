import type { RefundOffer } from '@kartis/contract/refund-choices.ts'
import { dayKey, momentLongText } from '@kartis/i18n/format.ts'
import { Pieces } from '@kartis/ui/components/pieces.tsx'
import { useEffect, useRef, useState } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Art } from '../../shared/art.tsx'
import { ChangeNotice } from '../../shared/change-notice.tsx'
import { serverTime } from '../../shared/clock.ts'
import { Icon } from '../../shared/icon.tsx'
import { meansText } from '../../shared/means-text.ts'
import { Price, priceText } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import type { OrderAct } from '../../shared/own-order-link.ts'
import parts from '../../shared/parts.module.css'
import { figure, Rich } from '../../shared/rich.tsx'
import { seatsOf, seatText } from '../../shared/seat-text.ts'
import type { Translate } from '../../shared/translator.ts'
import { artworkOfUrl, placeLine } from '../../state/labels.ts'
import { orderNoticeOf } from '../../state/notice-state.ts'
import { CancelOrder } from './cancel-order.tsx'
import { CorrectEmail } from './correct-email.tsx'
import { transferredTickets } from './cancellation-of.ts'
import css from './my-page.module.css'
import type { CustomerOrder } from './order-actions.tsx'
import { isLive, isOpen, OrderActions } from './order-actions.tsx'

interface Props {
  readonly order: CustomerOrder
  /** What its organiser offers now. */
  readonly offer?: RefundOffer | undefined
  /** What a link leads here for. */
  readonly act?: OrderAct | undefined
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

/** Every ticket was cancelled. */
const isCancelled = ({ tickets }: CustomerOrder): boolean =>
  tickets.length > 0 && tickets.every(({ status }) => status === 'cancelled')

const StateTag = ({ order, over }: { readonly order: CustomerOrder; readonly over: boolean }) => {
  const { t } = usePageContext()
  if (isCancelled(order)) return <span className={parts.tag}>{t('my.list.cancelled')}</span>
  if (isOpen(order) || order.status === 'cancelled')
    return <span className={`${parts.tag} ${isOpen(order) ? parts.warn : ''}`}>{order.status_label}</span>
  // Without tickets: the tag of the refund says all there is.
  if (order.status === 'refunded' && order.refunded_amount > 0) return null
  const used = order.tickets.length > 0 && order.tickets.every((ticket) => ticket.redemption === 'redeemed')
  if (used) return <span className={parts.tag}>{t('my.list.used')}</span>
  if (over || order.status === 'refunded') return <span className={parts.tag}>{order.status_label}</span>
  return <span className={`${parts.tag} ${parts.accent}`}>{daysText(order, t)}</span>
}

const Tags = ({ order, over }: { readonly order: CustomerOrder; readonly over: boolean }) => {
  const { t, lang } = usePageContext()
  return (
    <p className={parts.line}>
      <StateTag order={order} over={over} />
      {order.refunded_amount > 0 && (
        <span className={`${parts.tag} ${parts.info}`}>
          <Icon name="undo" />
          {t(order.waiting_amount > 0 ? 'my.list.waiting' : 'my.list.refunded', {
            sum: priceText(order.waiting_amount || order.refunded_amount, lang),
          })}
        </span>
      )}
    </p>
  )
}

/** How many tickets there are that the buyer holds, how many were transferred or cancelled, what was paid, and the order's number. */
const Facts = ({ order }: Pick<Props, 'order'>) => {
  const { t, lang } = usePageContext()
  const count = order.items.reduce((sum, item) => sum + item.quantity, 0)
  const cancelled = order.tickets.filter(({ status }) => status === 'cancelled').length
  const transferred = transferredTickets(order).length
  const isSome = (cancelled > 0 || transferred > 0) && cancelled < count
  return (
    <Pieces
      pieces={[
        isSome ? t('my.list.valid', { count: count - cancelled - transferred }) : t('my.list.count', { count }),
        transferred > 0 && t('my.list.transferred_count', { count: transferred }),
        isSome && cancelled > 0 && t('my.list.cancelled_count', { count: cancelled }),
        order.paid_at !== null && order.refunded_amount > 0 ? (
          t('my.list.paid', { sum: priceText(order.total_amount, lang) })
        ) : (
          <Price key="money" shekels={order.total_amount} />
        ),
        order.paid_at !== null && order.payment && order.total_amount > 0 && meansText(t, order.payment),
        <Rich key="number" text={t('my.list.number', { number: order.number })} parts={{ n: figure }} />,
      ]}
    />
  )
}

/** One order with its actions. */
export const OrderCard = ({ order, offer, act, onChange }: Props) => {
  const { t, lang } = usePageContext()
  const card = useRef<HTMLLIElement>(null)
  // What may not be cancelled says so in its card.
  const [cancelling, setCancelling] = useState(act === 'cancel' && order.cancellation.allowed_now)
  const [correcting, setCorrecting] = useState(act === 'email' && isLive(order))
  useEffect(() => {
    if (act) card.current?.scrollIntoView({ block: 'start' })
  }, [act])
  const [done, setDone] = useState('')
  const { event } = order
  const over = new Date(event.ends_at).getTime() < serverTime()
  const notice = orderNoticeOf(order, offer, { token: order.token, lang, now: new Date(serverTime()) })
  const seats = seatsOf(order).map((seat) => seatText(seat, t, lang))
  return (
    <li ref={card} className={`${parts.card} ${css.order}`}>
      <div className={css.what}>
        <Art
          artwork={artworkOfUrl(event.uuid, event.banner, event.colors)}
          alt=""
          sizes="5.5rem"
          className={css.thumb}
        />
        <div className={`${parts.stack} ${css.text}`}>
          <Tags order={order} over={over} />
          <h2>
            <UserText>{event.name}</UserText>
          </h2>
          <p className={`${parts.small} ${parts.quiet}`}>
            {momentLongText(event.starts_at, lang, event.timezone).replace(' · ', '\u00a0· ')}
            <br />
            <UserText>{placeLine(event, lang)}</UserText>
          </p>
          <p className={`${parts.small} ${parts.quiet}`}>
            <Facts order={order} />
          </p>
          {seats.length > 0 && (
            <ul className={`${parts.small} ${parts.quiet}`}>
              {seats.map((seat) => (
                <li key={seat}>
                  <UserText>{seat}</UserText>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {notice && <ChangeNotice notice={notice} />}
      <div role="status">
        {done && (
          <p className={`${parts.note} ${parts.good}`}>
            <Icon name="check" />
            <span>{done}</span>
          </p>
        )}
      </div>
      <OrderActions
        order={order}
        over={over}
        onCancel={() => setCancelling(true)}
        onCorrectEmail={() => setCorrecting(true)}
      />
      {cancelling && (
        <CancelOrder
          order={order}
          onClose={() => setCancelling(false)}
          onCancelled={(fresh, text) => {
            setDone(text)
            onChange(fresh)
          }}
        />
      )}
      {correcting && (
        <CorrectEmail
          order={order}
          onClose={() => setCorrecting(false)}
          onCorrected={(fresh, text) => {
            setDone(text)
            onChange(fresh)
          }}
        />
      )}
    </li>
  )
}
