import { commaText } from '@kartis/i18n/format.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Art } from '../../shared/art.tsx'
import { useApi } from '../../shared/api.ts'
import { cancelLink, emailLink } from '../../shared/own-order-link.ts'
import { Icon } from '../../shared/icon.tsx'
import { meansText } from '../../shared/means-text.ts'
import { Money } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import { ORGANISER_ID } from '../../shared/phone-note.tsx'
import parts from '../../shared/parts.module.css'
import { ReplacedSeats } from '../../shared/replaced-seats.tsx'
import { seatsOf, seatText } from '../../shared/seat-text.ts'
import { boldFigure, linkTo, Rich } from '../../shared/rich.tsx'
import { Ticket, ticketPad } from '../../shared/ticket.tsx'
import { useSubmit } from '../../shared/use-submit.ts'
import type { CheckoutView } from '../../state/order-state.ts'
import css from './checkout.module.css'
import { Confetti } from './confetti.tsx'
import { StageHeading } from './stage-heading.tsx'
import type { Checkout } from './use-checkout.ts'

interface Props {
  readonly view: CheckoutView
  readonly checkout: Checkout
}

const SMALL_BUTTON = `${parts.btn} ${parts.neutral} ${parts.compact}`

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
    <button type="button" className={SMALL_BUTTON} onClick={() => void share()}>
      <Icon name={copied ? 'check' : 'share'} />
      <span aria-live="polite">{t(copied ? 'checkout.done.copied' : 'checkout.done.tell')}</span>
    </button>
  )
}

/** Sends the tickets again, for a buyer whose message did not arrive. */
const Resend = ({ checkout }: Pick<Props, 'checkout'>) => {
  const { t, lang } = usePageContext()
  const api = useApi()
  const [note, setNote] = useState('')
  const [busy, send] = useSubmit(async () => {
    const { order, token } = checkout
    const result = await api('POST', '/v1/public/orders/:uuid/resend', {
      params: { uuid: order.uuid },
      orderToken: token,
    })
    // Isolated: phones and addresses keep their direction inside the sentence.
    const to = result.ok
      ? commaText(
          result.data.sent_to.map((each) => `\u2066${each}\u2069`),
          lang,
        )
      : ''
    setNote(result.ok ? t('checkout.done.resent', { to }) : result.text)
    return result.ok
  })
  return (
    <p className={css.resend}>
      <button
        type="button"
        className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
        aria-busy={busy}
        onClick={() => send()}
      >
        {t(busy ? 'checkout.done.resending' : 'checkout.done.resend')}
      </button>
      <span className={`${parts.small} ${parts.quiet}`} role="status">
        {note}
      </span>
    </p>
  )
}

/** The messages are written in a moment after the payment. */
const SENT_AFTER_MS = 8000

/** Whether the SMS with the tickets was left out, as one beyond a budget is; false until that is known. */
const useUnsent = ({ order, token }: Checkout): boolean => {
  const api = useApi()
  const [isUnsent, setUnsent] = useState(false)
  const request = useEffectEvent(() =>
    api('GET', '/v1/public/orders/:uuid/messages', { params: { uuid: order.uuid }, orderToken: token }),
  )
  useEffect(() => {
    const timer = setTimeout(async () => {
      const result = await request()
      setUnsent(result.ok && !result.data.sent_by.includes('sms'))
    }, SENT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isUnsent
}

const Receipt = ({ view, checkout }: Props) => {
  const { t, lang } = usePageContext()
  // Where the page was loaded before the payment, the tickets came with the order since.
  const seats = checkout.order.tickets.length > 0 ? seatsOf(checkout.order) : view.seats
  return (
    <>
      <Art artwork={view.event.artwork} alt="" sizes="35rem" className={css.banner} />
      <div className={`${ticketPad} ${parts.stack}`}>
        <h2>
          <UserText>{view.event.name}</UserText>
        </h2>
        <dl className={parts.pairs}>
          <div>
            <dt>{t('checkout.done.when')}</dt>
            <dd>{view.event.when}</dd>
          </div>
          <div>
            <dt>{t('checkout.done.where')}</dt>
            <dd>
              <UserText>{view.event.place}</UserText>
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
              {seats.map((seat) => (
                <span key={seat.uuid} className={`${css.item} ${parts.small} ${parts.quiet}`}>
                  <UserText>{seatText(seat, t, lang)}</UserText>
                  {checkout.order.items.length > 1 && (
                    <>
                      {' · '}
                      <UserText>{seat.type}</UserText>
                    </>
                  )}
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
  const { t, lang } = usePageContext()
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
      {order.total_amount > 0 && order.payment && (
        <p className={`${parts.small} ${parts.quiet}`}>{meansText(t, order.payment)}</p>
      )}
      <div className={css.two}>
        {view.google && (
          <>
            <a className={SMALL_BUTTON} href={`/api/v1/public/orders/${order.uuid}/calendar.ics?${key}&lang=${lang}`}>
              <Icon name="calendar" />
              {t('checkout.done.calendar')}
            </a>
            <a className={SMALL_BUTTON} href={view.google} target="_blank" rel="noopener noreferrer">
              <Icon name="calendar" />
              {t('checkout.done.google')}
            </a>
          </>
        )}
        {order.total_amount > 0 && (
          <a className={SMALL_BUTTON} href={`/order/receipt/${order.uuid}?${key}`}>
            <Icon name="file" />
            {t('checkout.done.receipt')}
          </a>
        )}
        <ShareButton view={view} />
      </div>
      {order.cancellation.allowed_now && (
        <p className={`${parts.small} ${parts.quiet} ${parts.centred}`}>
          <Rich text={t('checkout.done.cancel')} parts={{ a: linkTo(cancelLink(order.number)) }} />
        </p>
      )}
    </div>
  )
}

/** The paid order: the receipt and the link to the tickets. */
export const Done = ({ view, checkout }: Props) => {
  const { t } = usePageContext()
  const { order } = checkout
  const { buyer } = order
  const phone = checkout.answers.buyer.phone
  const isUnsent = useUnsent(checkout)
  return (
    <main id="main" className={`${page.main} ${css.result}`}>
      <Confetti />
      <div className={parts.narrow}>
        <section className={`${parts.state} ${parts.rise}`} aria-live="polite">
          <div className={`${parts.seal} ${parts.done}`}>
            <Icon name="check" />
          </div>
          <StageHeading checkout={checkout}>{t('checkout.done.title')}</StageHeading>
          <p className={`${parts.quiet} ${css.lead}`}>
            <Rich
              text={t(isUnsent ? 'checkout.done.unsent' : 'checkout.done.sms', { phone })}
              parts={{ n: boldFigure }}
            />
            {buyer.email && !isUnsent && (
              <>
                <br />
                <Rich text={t('checkout.done.email', { email: buyer.email })} parts={{ n: boldFigure }} />
              </>
            )}
          </p>
          {/* Above the order, where the first screen of a phone shows it. */}
          <a
            className={`${parts.btn} ${parts.wide} ${parts.tall}`}
            href={order.tickets_url ?? `/order/tickets/${order.uuid}?token=${encodeURIComponent(checkout.token)}`}
          >
            <Icon name="ticket" />
            {t('checkout.done.open')}
          </a>
          <Resend checkout={checkout} />
          <p className={`${parts.small} ${parts.quiet}`}>
            {buyer.email && (
              <>
                <Rich text={t('checkout.done.wrong_email')} parts={{ a: linkTo(emailLink(order.number)) }} />
                <br />
              </>
            )}
            <Rich
              text={t('checkout.done.wrong_phone')}
              parts={{ a: linkTo(`/order/${view.event.slug}#${ORGANISER_ID}`, '_blank') }}
            />
          </p>
        </section>
        <ReplacedSeats seats={order.replaced_seats} />
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
