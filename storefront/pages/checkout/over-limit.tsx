import { nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import { useEffect, useRef } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { type PhoneLimit, phoneLimitText } from '../../shared/limit-text.ts'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { boldFigure, Rich } from '../../shared/rich.tsx'
import css from './checkout.module.css'
import { ISRAEL } from './use-answers.ts'
import type { Checkout } from './use-checkout.ts'

const shownPhone = (typed: string): string => {
  const phone = parsePhone(ISRAEL, typed)
  return phone.ok ? nationalPhone(phone.e164) : typed
}

/** The phone has tickets already, or takes too many: what it has, what it may still buy, and the ways on. */
export const OverLimit = ({ checkout, over }: { readonly checkout: Checkout; readonly over: PhoneLimit }) => {
  const { say } = usePage()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { order, answers, busy } = checkout
  const nameOf = (type: string) => order.items.find((item) => item.events_ticket_uuid === type)?.name
  const some = over.left > 0
  return (
    <section className={`${parts.card} ${parts.state} ${parts.rise}`}>
      <span className={`${parts.seal} ${parts.late}`}>
        <Icon name="ticket" />
      </span>
      <h1 className={css.heading} ref={heading} tabIndex={-1}>
        {say(some ? 'checkout.limit.title' : 'checkout.limit.title_none')}
      </h1>
      <div className={parts.quiet}>
        {over.bought > 0 && (
          <p>
            <Rich
              text={say('checkout.limit.has', { count: over.bought, phone: shownPhone(answers.buyer.phone) })}
              parts={{ n: boldFigure }}
            />
          </p>
        )}
        <p>{phoneLimitText(say, over, nameOf)}</p>
      </div>
      {some && <p className={`${parts.strong} ${css.lead}`}>{say('checkout.limit.left', { count: over.left })}</p>}
      {checkout.problem && (
        <p className={`${parts.note} ${parts.bad}`} role="alert">
          <Icon name="warn" />
          <span>{checkout.problem}</span>
        </p>
      )}
      <button
        type="button"
        className={`${parts.btn} ${parts.tall} ${parts.wide}`}
        aria-busy={busy}
        onClick={checkout.release}
      >
        {say(some ? 'checkout.limit.fewer' : 'checkout.limit.back')}
      </button>
      <button type="button" className={`${parts.btn} ${parts.plain} ${parts.wide}`} onClick={checkout.editPhone}>
        {say('checkout.limit.other')}
      </button>
      <p className={`${parts.small} ${parts.quiet}`}>{say('checkout.limit.returns')}</p>
    </section>
  )
}
