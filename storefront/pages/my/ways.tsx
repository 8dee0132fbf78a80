import { useState } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { useApi } from '../../shared/use-api.ts'
import css from './my-page.module.css'
import { callAsUser } from '../../shared/session.ts'
import type { MyOrder } from './shapes.ts'

interface Props {
  readonly order: MyOrder
  /** The event is over: the tickets are a memory. */
  readonly over: boolean
  readonly onCancel: () => void
}

export const isOpen = (order: MyOrder): boolean => order.status === 'reserved' || order.status === 'pending_payment'

const isLive = (order: MyOrder): boolean =>
  (order.status === 'paid' || order.status === 'partially_refunded') &&
  order.tickets.some((ticket) => ticket.status === 'valid')

const PLAIN = `${parts.btn} ${parts.plain} ${parts.thin}`

/** The tickets once more, by SMS and e-mail. */
const Resend = ({ order, tell }: { readonly order: MyOrder; readonly tell: (text: string) => void }) => {
  const { say } = usePage()
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (busy) return
    setBusy(true)
    const answer = await callAsUser<{ sent_to: string[] }>(api, `/customer/orders/${order.uuid}/resend`, {
      method: 'POST',
      body: {},
    })
    setBusy(false)
    // Numbers and addresses keep their direction in a sentence of another.
    const to = answer.ok ? answer.data.sent_to.map((each) => `\u2066${each}\u2069`).join(', ') : ''
    tell(answer.ok ? say('my.list.resent', { to }) : answer.text)
  }
  return (
    <button type="button" className={PLAIN} aria-busy={busy} onClick={() => void send()}>
      <Icon name="chat" />
      {say(busy ? 'my.list.resending' : 'my.list.resend')}
    </button>
  )
}

/** What can be done about an order. */
export const Ways = ({ order, over, onCancel }: Props) => {
  const { say, lang } = usePage()
  const [told, setTold] = useState('')
  const key = `token=${encodeURIComponent(order.token)}`
  if (isOpen(order))
    return (
      <div className={`${parts.line} ${css.ways}`}>
        <a className={`${parts.btn} ${parts.thin}`} href={`/order/checkout/${order.uuid}?${key}`}>
          {say('my.list.finish')}
        </a>
      </div>
    )
  const live = isLive(order) && !over
  const files = `/api/v1/public/orders/${order.uuid}`
  return (
    <>
      <div className={`${parts.line} ${css.ways}`}>
        {order.tickets.length > 0 && (
          <a
            className={live ? `${parts.btn} ${parts.thin}` : PLAIN}
            href={order.tickets_url ?? `/order/tickets/${order.uuid}?${key}`}
          >
            <Icon name="ticket" />
            {say('my.list.tickets')}
          </a>
        )}
        {live && (
          <>
            <a className={PLAIN} href={`${files}/tickets.pdf?${key}&lang=${lang}`}>
              <Icon name="file" />
              {say('my.list.pdf')}
            </a>
            <a className={PLAIN} href={`${files}/calendar.ics?${key}`}>
              <Icon name="calendar" />
              {say('my.list.calendar')}
            </a>
            <Resend order={order} tell={setTold} />
          </>
        )}
        {order.cancellation.allowed_now && (
          <button type="button" className={PLAIN} onClick={onCancel}>
            <Icon name="undo" />
            {say('my.list.cancel')}
          </button>
        )}
        {!live && (
          <a className={PLAIN} href={`/order/${order.event.slug}`}>
            {say('my.list.event')}
          </a>
        )}
      </div>
      <p className={`${parts.small} ${css.told}`} role="status">
        {told}
      </p>
    </>
  )
}
