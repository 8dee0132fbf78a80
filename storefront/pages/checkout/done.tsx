import { useState } from 'react'
import { Art } from '../../shared/art.tsx'
import { Icon } from '../../shared/icon.tsx'
import { Money } from '../../shared/money.tsx'
import { usePage } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { boldFigure, linkTo, Rich } from '../../shared/rich.tsx'
import { Ticket, ticketPad } from '../../shared/ticket.tsx'
import type { CheckoutView } from '../../state/order-state.ts'
import css from './checkout.module.css'
import { Confetti } from './confetti.tsx'
import type { Checkout } from './use-checkout.ts'

interface Props {
  readonly view: CheckoutView
  readonly checkout: Checkout
}

/** Shares the event's page: with the phone's own sheet, else the link goes to the clipboard. */
const Tell = ({ view }: { readonly view: CheckoutView }) => {
  const { say } = usePage()
  const [copied, setCopied] = useState(false)
  const tell = async () => {
    const url = `${location.origin}/order/${view.event.slug}`
    const text = say('checkout.done.tell_text', { name: view.event.name })
    try {
      if ('share' in navigator) await navigator.share({ title: view.event.name, text, url })
      else {
        await (navigator as Navigator).clipboard.writeText(`${text} ${url}`)
        setCopied(true)
      }
    } catch {
      // Shutting the sheet again is an answer too.
    }
  }
  return (
    <button type="button" className={`${parts.btn} ${parts.plain} ${parts.thin}`} onClick={() => void tell()}>
      <Icon name={copied ? 'check' : 'share'} />
      <span aria-live="polite">{say(copied ? 'checkout.done.copied' : 'checkout.done.tell')}</span>
    </button>
  )
}

const Facts = ({ view, checkout }: Props) => {
  const { say } = usePage()
  return (
    <>
      <Art look={view.event.look} alt="" sizes="35rem" className={css.banner} />
      <div className={`${ticketPad} ${parts.stack}`}>
        <h2>
          <bdi>{view.event.name}</bdi>
        </h2>
        <dl className={parts.pairs}>
          <div>
            <dt>{say('checkout.done.when')}</dt>
            <dd>{view.event.when}</dd>
          </div>
          <div>
            <dt>{say('checkout.done.where')}</dt>
            <dd>
              <bdi>{view.event.place}</bdi>
            </dd>
          </div>
          <div>
            <dt>{say('checkout.done.tickets')}</dt>
            <dd>
              {checkout.order.items.map((item) => (
                <span key={item.events_ticket_uuid} className={css.item}>
                  {say('checkout.summary.line', { count: item.quantity, name: item.name })}
                </span>
              ))}
            </dd>
          </div>
          <div>
            <dt>{say('checkout.done.number')}</dt>
            <dd>
              <bdi className={parts.num} dir="ltr">
                {checkout.order.number}
              </bdi>
            </dd>
          </div>
        </dl>
      </div>
    </>
  )
}

const Next = ({ view, checkout }: Props) => {
  const { say } = usePage()
  const { order } = checkout
  const key = `token=${encodeURIComponent(checkout.token)}`
  return (
    <div className={`${ticketPad} ${parts.stack}`}>
      <p className={parts.sum}>
        <span className={parts.strong}>
          {order.total_amount === 0 ? say('checkout.summary.free') : say('checkout.done.paid')}
        </span>
        {order.total_amount > 0 && <Money shekels={order.total_amount} />}
      </p>
      <a
        className={`${parts.btn} ${parts.wide} ${parts.tall}`}
        href={order.tickets_url ?? `/order/tickets/${order.uuid}?${key}`}
      >
        <Icon name="ticket" />
        {say('checkout.done.open')}
      </a>
      <div className={css.two}>
        <a
          className={`${parts.btn} ${parts.plain} ${parts.thin}`}
          href={`/api/v1/public/orders/${order.uuid}/calendar.ics?${key}`}
        >
          <Icon name="calendar" />
          {say('checkout.done.calendar')}
        </a>
        <Tell view={view} />
      </div>
      <p className={`${parts.small} ${parts.quiet} ${parts.centred}`}>
        <Rich text={say('checkout.done.cancel')} parts={{ a: linkTo('/order/my') }} />
      </p>
    </div>
  )
}

/** Paid and verified: the receipt, and the way to the tickets. */
export const Done = ({ view, checkout }: Props) => {
  const { say } = usePage()
  const { buyer } = checkout.order
  const phone = checkout.answers.buyer.phone
  return (
    <main id="main" className={`${page.main} ${css.result}`}>
      <Confetti />
      <div className={parts.narrow}>
        <section className={`${parts.state} ${parts.rise}`} aria-live="polite">
          <div className={`${parts.seal} ${parts.done}`}>
            <Icon name="check" />
          </div>
          <h1>{say('checkout.done.title')}</h1>
          <p className={`${parts.quiet} ${css.lead}`}>
            <Rich text={say('checkout.done.sms', { phone })} parts={{ n: boldFigure }} />
            {buyer.email && (
              <>
                <br />
                <Rich text={say('checkout.done.email', { email: buyer.email })} parts={{ n: boldFigure }} />
              </>
            )}
          </p>
        </section>
        <div className={css.receipt}>
          <Ticket get={<Facts view={view} checkout={checkout} />} give={<Next view={view} checkout={checkout} />} />
        </div>
      </div>
    </main>
  )
}
