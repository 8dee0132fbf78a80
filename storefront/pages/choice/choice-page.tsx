// First, so that the styles of components come after it.
import '../../shared/base.css'
import type { RefundOffer } from '@kartis/contract/refund-choices.ts'
import { momentLongText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { type ReactNode, useRef, useState } from 'react'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useApi } from '../../shared/api.ts'
import { Art } from '../../shared/art.tsx'
import { Icon, type IconName } from '../../shared/icon.tsx'
import { priceText } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { RefusalNote } from '../../shared/refusal-note.tsx'
import { bold, figure, linkTo, Rich } from '../../shared/rich.tsx'
import { Shell } from '../../shared/shell.tsx'
import { Ticket, ticketPad } from '../../shared/ticket.tsx'
import { useSubmit } from '../../shared/use-submit.ts'
import type { ChoiceView } from '../../state/choice-state.ts'
import css from './choice-page.module.css'
import { ConfirmRefund, refundWayKey } from './confirm-refund.tsx'
import { RefundState } from './refund-state.tsx'

type Choice = 'refund' | 'keep'

interface ChoiceProps {
  readonly view: ChoiceView
  readonly busy: boolean
  readonly onChoose: (choice: Choice) => void
}

const EventTicket = ({ view: { event, offer, number } }: { readonly view: ChoiceView }) => {
  const { t } = usePageContext()
  return (
    <Ticket
      get={
        <div className={`${ticketPad} ${css.event}`}>
          <Art artwork={event.artwork} alt="" sizes="64px" className={css.thumb} />
          <div>
            <p className={parts.strong}>
              <UserText>{event.name}</UserText>
            </p>
            <p className={`${parts.small} ${parts.quiet}`}>{event.place}</p>
            <p className={`${parts.small} ${parts.quiet}`}>
              {offer.tickets > 0 && `${t('choice.tickets', { count: offer.tickets })} · `}
              <Rich text={t('choice.order', { number })} parts={{ n: figure }} />
            </p>
          </div>
        </div>
      }
      give={
        <div className={ticketPad}>
          <p className={`${parts.small} ${parts.quiet}`}>{t(`choice.when.${offer.kind}`)}</p>
          <p className={css.when}>{event.when}</p>
        </div>
      }
    />
  )
}

interface WayProps {
  readonly icon: IconName
  readonly title: string
  readonly action: string
  readonly busy: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

const Way = ({ icon, title, action, busy, onChoose, children }: WayProps) => (
  <section className={css.way}>
    <div className={`${parts.stack} ${parts.snug}`}>
      <h2>
        <span className={parts.medal}>
          <Icon name={icon} />
        </span>
        {title}
      </h2>
      <ul>{children}</ul>
    </div>
    <button type="button" className={`${parts.btn} ${css.outline} ${parts.wide}`} aria-busy={busy} onClick={onChoose}>
      {action}
    </button>
  </section>
)

const Point = ({ icon = 'check', children }: { readonly icon?: IconName; readonly children: ReactNode }) => (
  <li className={icon === 'check' ? undefined : css.plain}>
    <Icon name={icon} />
    <span>{children}</span>
  </li>
)

const Ways = ({ view, busy, onChoose }: ChoiceProps) => {
  const { t, lang } = usePageContext()
  const { amount, fee } = view.offer
  const sums = { sum: priceText(amount, lang), fee: priceText(fee, lang) }
  return (
    <div className={css.ways}>
      <Way
        icon="ticket"
        title={t('choice.keep.title')}
        action={busy ? t('choice.working') : t('choice.keep.do')}
        busy={busy}
        onChoose={() => onChoose('keep')}
      >
        <Point>{t('choice.keep.same')}</Point>
        <Point>{t('choice.keep.nothing')}</Point>
        <Point>{t('choice.keep.change')}</Point>
      </Way>
      <Way
        icon="undo"
        title={t('choice.refund.title')}
        action={busy ? t('choice.working') : t('choice.refund.do')}
        busy={busy}
        onChoose={() => onChoose('refund')}
      >
        <Point>
          <Rich text={t(fee > 0 ? 'choice.refund.less' : 'choice.refund.whole', sums)} parts={{ b: bold }} />
        </Point>
        <Point>
          <Rich text={t(refundWayKey(view), { last4: view.last4 ?? '' })} parts={{ n: figure }} />
        </Point>
        <Point>{t('choice.refund.days')}</Point>
        {view.offer.transferred > 0 && (
          <Point icon="info">{t('choice.refund.without', { count: view.offer.transferred })}</Point>
        )}
        <Point icon="info">{t(view.offer.by_hand ? 'choice.refund.cancels_by_hand' : 'choice.refund.cancels')}</Point>
      </Way>
    </div>
  )
}

const ToTickets = ({ offer, token }: Pick<ChoiceView, 'offer' | 'token'>) => {
  const { t } = usePageContext()
  return (
    <a
      className={`${parts.btn} ${parts.neutral}`}
      href={`/order/tickets/${offer.order_uuid}?token=${encodeURIComponent(token)}`}
    >
      <Icon name="ticket" />
      {t('choice.kept.tickets')}
    </a>
  )
}

/** Other people hold all tickets that were paid for: there is nothing to choose. */
const AllTransferred = ({ view: { event, offer, token } }: Pick<ChoiceProps, 'view'>) => {
  const { t } = usePageContext()
  return (
    <section className={`${parts.card} ${parts.state} ${parts.rise}`}>
      <span className={parts.seal}>
        <Icon name="ticket" />
      </span>
      <h2 className={css.heading}>{t('choice.transferred.title')}</h2>
      <p className={parts.quiet}>
        {t('choice.transferred.text', { count: offer.transferred })}{' '}
        {t('choice.transferred.valid', { when: event.when })}
      </p>
      <ToTickets offer={offer} token={token} />
    </section>
  )
}

const TicketsStay = ({ view, busy, onChoose }: ChoiceProps) => {
  const { t, lang } = usePageContext()
  const { offer, event, token } = view
  const until = offer.deadline ? momentLongText(offer.deadline, lang, event.timezone) : ''
  return (
    <section className={`${parts.card} ${parts.state} ${parts.rise}`}>
      <span className={`${parts.seal} ${css.done}`}>
        <Icon name="check" />
      </span>
      <h2 className={css.heading}>{t('choice.kept.title')}</h2>
      <p className={parts.quiet}>
        {offer.open || offer.choice ? t('choice.kept.text', { when: event.when }) : t('choice.kept.silent')}
        {offer.open && ` ${t('choice.kept.may_change', { when: until })}`}
      </p>
      <div className={parts.line}>
        <ToTickets offer={offer} token={token} />
        {offer.open && (
          <button
            type="button"
            className={`${parts.btn} ${parts.textButton}`}
            aria-busy={busy}
            onClick={() => onChoose('refund')}
          >
            {t('choice.kept.other')}
          </button>
        )}
      </div>
    </section>
  )
}

const isChoosing = ({ open, choice }: RefundOffer): boolean => open && choice === null

const titleKey = (offer: RefundOffer) => {
  if (offer.stays_because) return 'choice.none_title'
  return isChoosing(offer) ? 'choice.title' : 'choice.page_title'
}

/** What fits the offer: the two ways, or what became of the choice. */
const Body = (props: ChoiceProps) => {
  const { t } = usePageContext()
  const { offer } = props.view
  const stays = offer.state === 'planned' || offer.state === 'opted_out'
  if (offer.stays_because) return <AllTransferred {...props} />
  if (isChoosing(offer)) return <Ways {...props} />
  if (stays) return <TicketsStay {...props} />
  return (
    <RefundState view={props.view}>
      {offer.open && (
        <button
          type="button"
          className={`${parts.btn} ${parts.textButton}`}
          aria-busy={props.busy}
          onClick={() => props.onChoose('keep')}
        >
          {t('choice.back.undo')}
        </button>
      )}
    </RefundState>
  )
}

/** Refusals after which the offer is another than the page shows. */
const CHANGED: ReadonlySet<string> = new Set(['choice_closed', 'conflict'])

const useChoice = (view: ChoiceView) => {
  const api = useApi()
  const [offer, setOffer] = useState<RefundOffer>(view.offer)
  const [problem, setProblem] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { t } = usePageContext()
  const { refund_run_uuid, order_uuid: uuid, amount } = offer
  const [busy, send] = useSubmit<Choice>(async (choice) => {
    const call = { params: { uuid }, orderToken: view.token }
    const result = await api('POST', '/v1/public/orders/:uuid/choice', {
      ...call,
      body: { refund_run_uuid, choice, ...(choice === 'refund' && { amount }) },
    })
    if (result.ok) setProblem('')
    else setProblem(result.code === 'conflict' ? t('choice.changed') : result.text)
    setConfirming(false)
    if (result.ok) {
      setOffer(result.data)
      // The button is gone with what it did.
      heading.current?.focus()
    } else if (CHANGED.has(result.code)) {
      const now = await api('GET', '/v1/public/orders/:uuid/choice', call)
      if (now.ok) setOffer(now.data)
    }
    return result.ok
  })
  // Tickets that stay may be given back later; money that was sent is not taken back.
  const choose = (choice: Choice) => (choice === 'refund' ? setConfirming(true) : send('keep'))
  const confirm = { open: isConfirming, busy, onConfirm: () => send('refund'), onClose: () => setConfirming(false) }
  return { offer, problem, busy, choose, confirm, heading }
}

interface Props {
  readonly view: ChoiceView
  readonly onLang?: ((lang: Lang) => void) | undefined
}

/** A buyer chooses between the tickets and a refund, and sees what became of it. */
export const ChoicePage = ({ view: first, onLang }: Props) => {
  const { t, lang } = usePageContext()
  const { offer, problem, busy, choose, confirm, heading } = useChoice(first)
  const view = { ...first, offer }
  const { kind, deadline } = offer
  return (
    <Shell token={view.token} onLang={onLang}>
      <main id="main" className={`${css.column} ${page.main} ${parts.stack} ${parts.loose}`}>
        <div className={`${parts.stack} ${parts.tight}`}>
          <span className={`${parts.tag} ${parts.warn} ${css.start}`}>{t(`choice.tag.${kind}`)}</span>
          <h1 ref={heading} tabIndex={-1} className={css.title}>
            {t(titleKey(offer))}
          </h1>
          {isChoosing(offer) && kind !== 'cancelled' && <p className={parts.quiet}>{t(`choice.lead.${kind}`)}</p>}
        </div>
        <EventTicket view={view} />
        {isChoosing(offer) && deadline && (
          <p className={`${parts.note} ${parts.warn} ${css.due}`}>
            <Icon name="clock" />
            <span>
              <Rich
                text={t('choice.until', { when: momentLongText(deadline, lang, view.event.timezone) })}
                parts={{ b: bold }}
              />
            </span>
          </p>
        )}
        {isChoosing(offer) && view.cancelHref && (
          <p className={`${parts.small} ${parts.quiet}`}>
            <Rich text={t('choice.notice.right_after')} parts={{ a: linkTo(view.cancelHref) }} />
          </p>
        )}
        <RefusalNote text={problem} />
        <div aria-live="polite">
          <Body view={view} busy={busy} onChoose={choose} />
        </div>
        <ConfirmRefund view={view} {...confirm} />
        {offer.message && (
          <p className={parts.note}>
            <Icon name="chat" />
            <span>
              {t('choice.message')} <UserText>{offer.message}</UserText>
            </span>
          </p>
        )}
      </main>
    </Shell>
  )
}
