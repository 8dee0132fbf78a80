import { googleCalendarUrl } from '@kartis/contract/google-calendar.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import type { listMyOrders } from '@kartis/contract/customer-orders.ts'
import { commaText } from '@kartis/i18n/format.ts'
import { useState } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { useUserApi } from '../../shared/session.ts'
import { useSubmit } from '../../shared/use-submit.ts'
import { dayOf, wholePlace } from '../../state/labels.ts'
import css from './my-page.module.css'

export type CustomerOrder = ReplyOf<typeof listMyOrders>['data'][number]

interface Props {
  readonly order: CustomerOrder
  /** The event is over: nothing can be done with the tickets any more. */
  readonly over: boolean
  readonly onCancel: () => void
  readonly onCorrectEmail: () => void
}

export const isOpen = (order: CustomerOrder): boolean =>
  order.status === 'reserved' || order.status === 'pending_payment'

export const isLive = (order: CustomerOrder): boolean =>
  (order.status === 'paid' || order.status === 'partially_refunded') &&
  order.tickets.some((ticket) => ticket.status === 'valid')

const PLAIN_BUTTON = `${parts.btn} ${parts.neutral} ${parts.compact}`

/** Sends the tickets again by SMS and e-mail. */
const Resend = ({ order, onStatus }: { readonly order: CustomerOrder; readonly onStatus: (text: string) => void }) => {
  const { t, lang } = usePageContext()
  const userApi = useUserApi()
  const [busy, send] = useSubmit(async () => {
    const result = await userApi('POST', '/v1/customer/orders/:uuid/resend', { params: { uuid: order.uuid } })
    // Isolated: phones and addresses keep their direction inside the sentence.
    const to = result.ok
      ? commaText(
          result.data.sent_to.map((each) => `\u2066${each}\u2069`),
          lang,
        )
      : ''
    onStatus(result.ok ? t('my.list.resent', { to }) : result.text)
    return result.ok
  })
  return (
    <button type="button" className={PLAIN_BUTTON} aria-busy={busy} onClick={() => send()}>
      <Icon name="chat" />
      {t(busy ? 'my.list.resending' : 'my.list.resend')}
    </button>
  )
}

/** A cancellation that is not offered says why. */
const WhyNotCancel = ({ order }: { readonly order: CustomerOrder }) => {
  const { t, lang } = usePageContext()
  const { reason, last_day } = order.cancellation
  if (reason === null) return null
  const isFree = order.total_amount === 0
  const text =
    reason === 'late' && isFree
      ? t('my.list.begun')
      : reason === 'late' && last_day
        ? t('my.list.late', { date: dayOf(last_day, lang) })
        : t(`my.list.${reason}`)
  return (
    <p className={`${parts.note} ${css.whyNot}`}>
      <Icon name="info" />
      <span>
        {text}
        {reason !== 'redeemed' && !isFree && ` ${t('my.list.no_cancel_rest')}`}
      </span>
    </p>
  )
}

const keyOf = ({ token }: CustomerOrder): string => `token=${encodeURIComponent(token)}`

const Receipt = ({ order }: Pick<Props, 'order'>) => {
  const { t } = usePageContext()
  return (
    <a className={PLAIN_BUTTON} href={`/order/receipt/${order.uuid}?${keyOf(order)}`}>
      <Icon name="file" />
      {t('my.list.receipt')}
    </a>
  )
}

interface MoreProps extends Pick<Props, 'order' | 'onCorrectEmail'> {
  readonly hasReceipt: boolean
  readonly onStatus: (text: string) => void
}

/** What is needed once at most, behind one button: the tickets are what an order is opened for. */
const More = ({ order, hasReceipt, onCorrectEmail, onStatus }: MoreProps) => {
  const { t, lang } = usePageContext()
  const key = keyOf(order)
  const files = `/api/v1/public/orders/${order.uuid}`
  return (
    <details className={css.more}>
      <summary className={`${parts.btn} ${parts.textButton} ${parts.compact}`}>
        {t('my.list.more')}
        <Icon name="down" />
      </summary>
      <div className={`${parts.line} ${css.ways}`}>
        <a className={PLAIN_BUTTON} href={`${files}/tickets.pdf?${key}&lang=${lang}`}>
          <Icon name="file" />
          {t('my.list.pdf')}
        </a>
        <Resend order={order} onStatus={onStatus} />
        <button type="button" className={PLAIN_BUTTON} onClick={onCorrectEmail}>
          <Icon name="mail" />
          {t(order.buyer.email ? 'my.list.correct_email' : 'my.list.add_email')}
        </button>
        <a className={PLAIN_BUTTON} href={`${files}/calendar.ics?${key}&lang=${lang}`}>
          <Icon name="calendar" />
          {t('my.list.calendar')}
        </a>
        <a
          className={PLAIN_BUTTON}
          href={googleCalendarUrl(order.event, wholePlace(order.event, lang))}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="calendar" />
          {t('my.list.google')}
        </a>
        {hasReceipt && <Receipt order={order} />}
      </div>
    </details>
  )
}

/** The actions of an order: its tickets first. */
export const OrderActions = ({ order, over, onCancel, onCorrectEmail }: Props) => {
  const { t } = usePageContext()
  const [status, setStatus] = useState('')
  const key = keyOf(order)
  if (isOpen(order))
    return (
      <div className={`${parts.line} ${css.ways}`}>
        <a className={`${parts.btn} ${parts.compact}`} href={`/order/checkout/${order.uuid}?${key}`}>
          {t('my.list.finish')}
        </a>
      </div>
    )
  const live = isLive(order) && !over
  const hasReceipt = order.paid_at !== null && order.total_amount > 0
  return (
    <>
      <div className={`${parts.line} ${css.ways}`}>
        {order.tickets.some(({ status }) => status !== 'cancelled') && (
          <a
            className={live ? `${parts.btn} ${parts.compact}` : PLAIN_BUTTON}
            href={order.tickets_url ?? `/order/tickets/${order.uuid}?${key}`}
          >
            <Icon name="ticket" />
            {t('my.list.tickets')}
          </a>
        )}
        {!live && (
          <a className={PLAIN_BUTTON} href={`/order/${order.event.slug}`}>
            {t('my.list.event')}
          </a>
        )}
        {!live && hasReceipt && <Receipt order={order} />}
        {order.cancellation.allowed_now && (
          <button type="button" className={PLAIN_BUTTON} onClick={onCancel}>
            <Icon name="undo" />
            {t('my.list.cancel')}
          </button>
        )}
      </div>
      {live && <More order={order} hasReceipt={hasReceipt} onCorrectEmail={onCorrectEmail} onStatus={setStatus} />}
      {live && <WhyNotCancel order={order} />}
      <p className={`${parts.small} ${css.status}`} role="status">
        {status}
      </p>
    </>
  )
}
