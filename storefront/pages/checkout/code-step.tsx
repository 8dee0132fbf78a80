import { useState } from 'react'
import { CODE_DIGITS, CodeInput } from '../../shared/code-input.tsx'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { Resend, type SentCode } from '../../shared/resend.tsx'
import { figure, Rich } from '../../shared/rich.tsx'
import css from './checkout.module.css'
import type { Checkout } from './use-checkout.ts'

/** The event limits tickets by phone: a code verifies that the phone is the buyer's own. */
export const CodeStep = ({ checkout, sent }: { readonly checkout: Checkout; readonly sent: SentCode }) => {
  const { t } = usePageContext()
  const { phone, busy, order } = checkout
  const [code, setCode] = useState('')
  const [short, setShort] = useState(false)
  const enter = async (digits: string) => {
    // Why an emptied code was refused stays until something is typed.
    if (digits.length < CODE_DIGITS) setShort(digits !== '' || !phone.wrong)
    // A refused code makes way for the next one.
    else if (!(await checkout.verify(digits))) setCode('')
  }
  return (
    <form
      className={`${parts.card} ${parts.state} ${parts.rise}`}
      noValidate
      onSubmit={(submit) => {
        submit.preventDefault()
        void enter(code)
      }}
    >
      <span className={parts.seal}>
        <Icon name="phone" />
      </span>
      <h1 className={css.heading}>{t('checkout.code.title')}</h1>
      <p className={parts.quiet}>
        <Rich text={t('checkout.code.text', { phone: sent.shown })} parts={{ n: figure }} />
      </p>
      <CodeInput
        id="code"
        value={code}
        wrong={short ? t('my.code.incomplete') : phone.wrong}
        onType={(digits) => {
          setCode(digits)
          setShort(false)
          phone.clearWrong()
        }}
        onFull={(digits) => void enter(digits)}
      />
      <button type="submit" className={`${parts.btn} ${parts.pay} ${parts.wide}`} aria-busy={busy}>
        {t(busy ? 'my.code.checking' : order.total_amount === 0 ? 'checkout.code.enter_free' : 'checkout.code.enter')}
      </button>
      <Resend key={sent.shown} sent={sent} onSent={phone.onResent} />
      <button
        type="button"
        className={`${parts.btn} ${parts.textButton} ${parts.compact}`}
        onClick={checkout.editPhone}
      >
        {t('my.code.other')}
      </button>
      <p className={`${parts.small} ${parts.quiet}`}>{t('checkout.code.why')}</p>
    </form>
  )
}
