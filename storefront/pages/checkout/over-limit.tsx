import { nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import { Icon } from '../../shared/icon.tsx'
import { type ExceededLimit, phoneLimitText } from '../../shared/limit-text.ts'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { RefusalNote } from '../../shared/refusal-note.tsx'
import { boldFigure, Rich } from '../../shared/rich.tsx'
import css from './checkout.module.css'
import { ISRAEL } from './use-answers.ts'
import { StageHeading } from './stage-heading.tsx'
import type { Checkout } from './use-checkout.ts'

const shownPhone = (typed: string): string => {
  const phone = parsePhone(ISRAEL, typed)
  return phone.ok ? nationalPhone(phone.e164) : typed
}

/** The order exceeds the phone's ticket limit: what the phone has, what it may still buy, and what the buyer can do. */
export const OverLimit = ({ checkout, limit }: { readonly checkout: Checkout; readonly limit: ExceededLimit }) => {
  const { t } = usePageContext()
  const { order, answers, busy } = checkout
  const nameOf = (type: string) => order.items.find((item) => item.events_ticket_uuid === type)?.name
  const mayBuySome = limit.left > 0
  return (
    <section className={`${parts.card} ${parts.state} ${parts.rise}`}>
      <span className={`${parts.seal} ${parts.late}`}>
        <Icon name="ticket" />
      </span>
      <StageHeading checkout={checkout} className={css.heading}>
        {t(mayBuySome ? 'checkout.limit.title' : 'checkout.limit.title_none')}
      </StageHeading>
      <div className={parts.quiet}>
        {limit.bought > 0 && (
          <p>
            <Rich
              text={t('checkout.limit.has', { count: limit.bought, phone: shownPhone(answers.buyer.phone) })}
              parts={{ n: boldFigure }}
            />
          </p>
        )}
        <p>{phoneLimitText(t, limit, nameOf)}</p>
      </div>
      {mayBuySome && <p className={`${parts.strong} ${css.lead}`}>{t('checkout.limit.left', { count: limit.left })}</p>}
      <RefusalNote text={checkout.problem} />
      <button
        type="button"
        className={`${parts.btn} ${parts.tall} ${parts.wide}`}
        aria-busy={busy}
        onClick={checkout.release}
      >
        {t(mayBuySome ? 'checkout.limit.fewer' : 'checkout.limit.back')}
      </button>
      <button type="button" className={`${parts.btn} ${parts.neutral} ${parts.wide}`} onClick={checkout.editPhone}>
        {t('checkout.limit.other')}
      </button>
      <p className={`${parts.small} ${parts.quiet}`}>{t('checkout.limit.returns')}</p>
    </section>
  )
}
