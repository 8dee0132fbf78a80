import { useState } from 'react'
import { Art } from '../../shared/art.tsx'
import { Icon } from '../../shared/icon.tsx'
import { Money } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
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

/** Shares the event's page with the system's dialog, or copies the link. */
const ShareButton = ({ view }: { readonly view: CheckoutView }) => {
  const { t } = usePageContext()
  const [copied, setCopied] = useState(false)
  const share = async () => {
    const url = `${location.origin}/order/${view.event.slug}`
    const text = t('checkout.done.tell_text', { name: view.event.name })
    try {
      if ('share' in navigator) await navigator.share({ title: view.event.name, text, url })
      else {
        await (navigator as Navigator).clipboard.writeText(`${text} ${url}`)
        setCopied(true)
      }
    } catch {
      // The buyer closed the dialog.
    }
  }
  return (
    <button type="button" className={`${parts.btn} ${parts.neutral} ${parts.compact}`} onClick={() => void share()}>
      <Icon name={copied ? 'check' : 'share'} />
      <span aria-live="polite">{t(copied ? 'checkout.done.copied' : 'checkout.done.tell')}</span>
    </button>
  )
}

const Receipt = ({ view, checkout }: Props) => {
  const { t } = usePageContext()
  return (
    <>
      <Art artwork={view.event.artwork} alt="" sizes="35rem" className={css.banner} />
      <div className={`${ticketPad} ${parts.stack}`}>
        <h2>
          <bdi>{view.event.name}</bdi>
        </h2>
        <dl className={parts.pairs}>
          <div>
            <dt>{t('checkout.done.when')}</dt>
            <dd>{view.event.when}</dd>
          </div>
          <div>
            <dt>{t('checkout.done.where')}</dt>
            <dd>
              <bdi>{view.event.place}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t('checkout.done.tickets')}</dt>
            <dd>
              {checkout.order.items.map((item) => (
                <span key={item.events_ticket_uuid} className={css.item}>
                  {t('checkout.summary.line', { count: item.quantity, name: item.name })}
                </span>
              ))}
            </dd>
          </div>
          <div>
            <dt>{t('checkout.done.number')}</dt>
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

const NextSteps = ({ view, checkout }: Props) => {
  const { t } = usePageContext()
  const { order } = checkout
  const key = `token=${encodeURIComponent(checkout.token)}`
  return (
    <div className={`${ticketPad} ${parts.stack}`}>
      <p className={parts.sum}>
        <span className={parts.strong}>
          {order.total_amount === 0 ? t('checkout.summary.free') : t('checkout.done.paid')}
        </span>
        {order.total_amount > 0 && <Money shekels={order.total_amount} />}
      </p>
      <a
        className={`${parts.btn} ${parts.wide} ${parts.tall}`}
        href={order.tickets_url ?? `/order/tickets/${order.uuid}?${key}`}
      >
        <Icon name="ticket" />
        {t('checkout.done.open')}
      </a>
      <div className={css.two}>
        <a
          className={`${parts.btn} ${parts.neutral} ${parts.compact}`}
          href={`/api/v1/public/orders/${order.uuid}/calendar.ics?${key}`}
        >
          <Icon name="calendar" />
          {t('checkout.done.calendar')}
        </a>
        <ShareButton view={view} />
      </div>
      <p className={`${parts.small} ${parts.quiet} ${parts.centred}`}>
        <Rich text={t('checkout.done.cancel')} parts={{ a: linkTo('/order/my') }} />
      </p>
    </div>
  )
}

/** The paid order: the receipt and the link to the tickets. */
export const Done = ({ view, checkout }: Props) => {
  const { t } = usePageContext()
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
          <h1>{t('checkout.done.title')}</h1>
          <p className={`${parts.quiet} ${css.lead}`}>
            <Rich text={t('checkout.done.sms', { phone })} parts={{ n: boldFigure }} />
            {buyer.email && (
              <>
                <br />
                <Rich text={t('checkout.done.email', { email: buyer.email })} parts={{ n: boldFigure }} />
              </>
            )}
          </p>
        </section>
        <div className={css.receipt}>
          <Ticket
            get={<Receipt view={view} checkout={checkout} />}
            give={<NextSteps view={view} checkout={checkout} />}
          />
        </div>
      </div>
    </main>
  )
}
