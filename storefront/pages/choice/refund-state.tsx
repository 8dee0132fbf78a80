import type { RefundOffer } from '@kartis/contract/refund-choices.ts'
import { momentLongText } from '@kartis/i18n/format.ts'
import type { ReactNode } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { priceText } from '../../shared/money.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { bold, figure, Rich } from '../../shared/rich.tsx'
import type { MessageKey } from '../../shared/translator.ts'
import type { ChoiceView } from '../../state/choice-state.ts'
import css from './choice-page.module.css'

/** States in which the gateway has the refund, or had it. */
const SENT: ReadonlySet<RefundOffer['state']> = new Set(['sent', 'unknown', 'waiting_funds', 'done'])

const sentKey = ({ state }: RefundOffer): MessageKey => {
  if (state === 'unknown') return 'choice.back.checking'
  return SENT.has(state) ? 'choice.back.sent' : 'choice.back.not_sent'
}

interface StepProps {
  readonly past: boolean
  readonly place: number
  readonly text: string
  readonly more?: string | undefined
}

const Step = ({ past, place, text, more }: StepProps) => (
  <li className={past ? css.past : undefined}>
    <span>{past ? <Icon name="check" /> : place}</span>
    <span>
      {text}
      {more && <small>{more}</small>}
    </span>
  </li>
)

/** Where a refund is: chosen, at the payment company, on the statement. */
const Steps = ({ offer, timezone }: { readonly offer: RefundOffer; readonly timezone: string }) => {
  const { t, lang } = usePageContext()
  const momentOf = (at: string | null) => (at ? momentLongText(at, lang, timezone) : undefined)
  const due = momentOf(offer.refund_due_at)
  const began = offer.kind === 'cancelled' ? 'choice.back.cancelled' : 'choice.back.chosen'
  return (
    <ol className={css.path}>
      <Step past place={1} text={t(began)} more={momentOf(offer.chosen_at)} />
      <Step past={SENT.has(offer.state)} place={2} text={t(sentKey(offer))} />
      <Step
        past={false}
        place={3}
        text={t('choice.back.shown')}
        more={offer.state === 'done' || !due ? undefined : t('choice.back.due', { when: due })}
      />
    </ol>
  )
}

/** What became of the money of an order: what comes back, to where, and how far it is. */
export const RefundState = ({ view, children }: { readonly view: ChoiceView; readonly children?: ReactNode }) => {
  const { t, lang } = usePageContext()
  const { offer, last4 } = view
  if (offer.amount === 0)
    return (
      <section className={`${parts.card} ${parts.state} ${parts.rise}`}>
        <h2 className={css.heading}>{t(`choice.tag.${offer.kind}`)}</h2>
        <p className={parts.quiet}>{t('choice.back.none')}</p>
      </section>
    )
  const sum = priceText(offer.amount, lang)
  const key = offer.by_hand ? 'choice.back.text_by_hand' : last4 ? 'choice.back.text_card' : 'choice.back.text'
  return (
    <section className={`${parts.card} ${parts.state} ${parts.rise}`}>
      <span className={`${parts.seal} ${css.done}`}>
        <Icon name={offer.state === 'done' ? 'check' : 'undo'} />
      </span>
      <h2 className={css.heading}>{t(offer.state === 'done' ? 'choice.back.title_done' : 'choice.back.title')}</h2>
      <p className={parts.quiet}>
        <Rich text={t(key, { sum, last4: last4 ?? '' })} parts={{ b: bold, n: figure }} />
      </p>
      {!offer.by_hand && <Steps offer={offer} timezone={view.event.timezone} />}
      {children}
    </section>
  )
}
