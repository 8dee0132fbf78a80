import { useEffect, useEffectEvent, useRef } from 'react'
import { clockText, useSecondsLeft } from '../../shared/clock.ts'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import type { WaitView } from '../../state/wait-state.ts'
import { EventCard } from './event-card.tsx'
import type { Waiting } from './use-waiting.ts'
import css from './wait-page.module.css'

interface Props {
  readonly event: WaitView
  readonly waiting: Waiting
}

/** Shown with a pass: the time left and a link to the sale. The page never redirects by itself. */
export const YourTurn = ({ event, waiting }: Props) => {
  const { t, now } = usePageContext()
  const heading = useRef<HTMLHeadingElement>(null)
  const left = useSecondsLeft(waiting.pass?.until ?? null, now)
  const expired = waiting.pass === undefined
  const restart = useEffectEvent(() => waiting.restart())
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (expired) restart()
  }, [expired])
  return (
    <section className={`${parts.card} ${parts.state} ${parts.rise} ${css.turn}`}>
      <span className={`${parts.seal} ${parts.done}`}>
        <Icon name="check" />
      </span>
      <h2 ref={heading} tabIndex={-1} className={css.title}>
        {t('wait.turn.title')}
      </h2>
      <p className={`${parts.quiet} ${css.left}`}>{t('wait.turn.left')}</p>
      <p className={`${css.place} ${css.clock}`} role="timer" aria-live="off">
        {clockText(left)}
      </p>
      <a className={`${parts.btn} ${parts.pay} ${parts.wide}`} href={`/order/${event.slug}`}>
        {t('wait.turn.go')}
        <span className={parts.mirror}>
          <Icon name="go" />
        </span>
      </a>
      <p className={`${parts.small} ${parts.quiet}`}>{t('wait.turn.text')}</p>
      <div className={css.under}>
        <EventCard event={event} />
      </div>
    </section>
  )
}
