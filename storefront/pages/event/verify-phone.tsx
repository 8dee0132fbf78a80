import { useEffect, useRef, useState } from 'react'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import type { SentCode } from '../../shared/resend.tsx'
import { CodeStep } from '../my/code-step.tsx'
import { PhoneStep } from '../my/phone-step.tsx'

interface Props {
  /** The browser is signed in with the phone. */
  readonly onVerified: () => void
  readonly onBack: () => void
}

/** Phone and code before tickets are held: where an event or a crowded network asks for it. The choice of tickets stays. */
export const VerifyPhone = ({ onVerified, onBack }: Props) => {
  const { t } = usePageContext()
  const [sent, setSent] = useState<SentCode>()
  const panel = useRef<HTMLDivElement>(null)
  const step = sent === undefined ? 'phone' : 'code'
  useEffect(() => {
    // On a phone the button that led here is at the bottom of the screen, and this panel may be above it.
    panel.current?.scrollIntoView({ block: 'start' })
    document.getElementById(step)?.focus({ preventScroll: true })
  }, [step])
  return (
    <div ref={panel} className={parts.stack}>
      {sent ? (
        <CodeStep heading="h2" sent={sent} onSent={setSent} onBack={() => setSent(undefined)} onSignedIn={onVerified} />
      ) : (
        <PhoneStep heading="h2" title={t('sale.buy.verify_title')} text={t('sale.buy.verify_text')} onSent={setSent} />
      )}
      <p className={parts.centred}>
        <button type="button" className={`${parts.btn} ${parts.textButton} ${parts.compact}`} onClick={onBack}>
          {t('sale.buy.verify_back')}
        </button>
      </p>
    </div>
  )
}
