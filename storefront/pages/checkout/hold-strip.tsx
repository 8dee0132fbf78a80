import type { CSSProperties } from 'react'
import { clockText } from '../../shared/clock.ts'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import css from './checkout.module.css'
import type { Checkout } from './use-checkout.ts'

/** From here on the strip warns, without red and without blinking. */
const LATE_SECONDS = 120
const FULL_SECONDS = 600

/** How long the tickets stay held. Screen readers announce it once a minute. */
export const HoldStrip = ({ checkout }: { readonly checkout: Checkout }) => {
  const { t } = usePageContext()
  const { seconds } = checkout
  const late = seconds <= LATE_SECONDS
  const share = Math.min(100, (seconds / FULL_SECONDS) * 100)
  return (
    <section
      aria-label={t('checkout.hold.kept')}
      className={late ? `${css.hold} ${css.late}` : css.hold}
      style={{ '--left': `${share}%` } as CSSProperties}
    >
      <div className={`${parts.wrap} ${css.holdLine}`}>
        <Icon name="clock" />
        <span>
          {seconds === 0 ? t('checkout.hold.checking') : t(late ? 'checkout.hold.late' : 'checkout.hold.kept')}
        </span>
        <span className={css.holdTime} role="timer" suppressHydrationWarning>
          {clockText(seconds)}
        </span>
        <span className={parts.unseen} aria-live="polite">
          {seconds > 0 && t('checkout.hold.minutes', { count: Math.ceil(seconds / 60) })}
        </span>
      </div>
    </section>
  )
}
