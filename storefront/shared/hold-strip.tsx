import type { CSSProperties } from 'react'
import { clockText } from './clock.ts'
import css from './hold-strip.module.css'
import { Icon } from './icon.tsx'
import parts from './parts.module.css'

/** From here on the strip warns, without red and without blinking. */
const LATE_SECONDS = 120
const FULL_SECONDS = 600

/** One press for whoever needs longer than others. */
export interface MoreTime {
  readonly text: string
  readonly busy: boolean
  readonly request: () => void
}

interface Props {
  readonly seconds: number
  /** What is held; about to end; ended. */
  readonly texts: { readonly held: string; readonly late: string; readonly ended: string }
  /** What a screen reader announces of the time. */
  readonly announced: string
  /** Offered once the time is short; undefined where the order has had it. */
  readonly more?: MoreTime | undefined
}

/** How long tickets or seats stay held. */
export const HoldStrip = ({ seconds, texts, announced, more }: Props) => {
  const late = seconds <= LATE_SECONDS
  const share = Math.min(100, (seconds / FULL_SECONDS) * 100)
  return (
    <section
      aria-label={texts.held}
      className={late ? `${css.hold} ${css.late}` : css.hold}
      style={{ '--left': `${share}%` } as CSSProperties}
    >
      <div className={`${parts.wrap} ${css.line}`}>
        <Icon name="clock" />
        <span>{seconds === 0 ? texts.ended : late ? texts.late : texts.held}</span>
        {more && late && seconds > 0 && (
          <button type="button" className={css.more} disabled={more.busy} onClick={more.request}>
            {more.text}
          </button>
        )}
        <span className={css.time} role="timer" suppressHydrationWarning>
          {clockText(seconds)}
        </span>
        <span className={parts.unseen} aria-live="polite">
          {announced}
        </span>
      </div>
    </section>
  )
}
