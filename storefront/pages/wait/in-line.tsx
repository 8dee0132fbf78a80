import { numberText } from '@kartis/i18n/format.ts'
import { useEffect, useState } from 'react'
import type { CSSProperties } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { bold, Rich } from '../../shared/rich.tsx'
import type { Translate } from '../../shared/translator.ts'
import type { WaitView } from '../../state/wait-state.ts'
import { EventCard } from './event-card.tsx'
import type { Line } from './stage.ts'
import type { Waiting } from './use-waiting.ts'
import css from './wait-page.module.css'

interface Props {
  readonly event: WaitView
  readonly waiting: Waiting
  readonly line: Line
}

/** The expected wait as a sentence with `<b>` around its figures; empty if it is unknown. */
export const waitText = ({ wait }: Line, t: Translate): string => {
  if (!wait) return ''
  const { fromMinutes: from, toMinutes: to } = wait
  if (from === 0) return to === 1 ? t('wait.line.under') : t('wait.line.within', { count: to })
  return t('wait.line.range', { from, count: to })
}

const WaitEstimate = ({ line, waiting }: Omit<Props, 'event'>) => {
  const { t } = usePageContext()
  const text = waitText(line, t)
  if (waiting.status?.paused) return <p className={`${parts.quiet} ${css.estimate}`}>{t('wait.line.paused')}</p>
  if (!text)
    return (
      <p className={`${parts.quiet} ${css.estimate}`}>{t(line.ahead === 0 ? 'wait.line.soon' : 'wait.line.unknown')}</p>
    )
  return (
    <p className={`${parts.quiet} ${css.estimate}`}>
      {t('wait.line.pace')}
      <br />
      <Rich text={text} parts={{ b: bold }} />
    </p>
  )
}

/** Seconds since the last reply, by this browser's clock. */
const Updated = ({ at }: { readonly at: number }) => {
  const { t } = usePageContext()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.round((Date.now() - at) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [at])
  return <span>{seconds < 2 ? t('wait.line.updated_now') : t('wait.line.updated', { count: seconds })}</span>
}

/** Shown while waiting: the place, the expected wait, the progress since arrival, and the chance of tickets. */
export const InLine = ({ event, waiting, line }: Props) => {
  const { t, lang } = usePageContext()
  const { status, place } = waiting
  const first = Math.max(place?.firstAhead ?? line.ahead, line.ahead, 1)
  const passed = Math.round(((first - line.ahead) / first) * 100)
  const byLottery = place && status && place.number <= status.draw.size
  return (
    <>
      <section className={`${parts.state} ${css.top}`}>
        <span className={`${parts.tag} ${parts.accent} ${css.tag}`}>
          <Icon name="spark" />
          {t('wait.line.tag')}
        </span>
        <h2 className={css.title}>{t('wait.line.title')}</h2>
        <p className={css.place}>{numberText(line.ahead + 1, lang)}</p>
        <WaitEstimate line={line} waiting={waiting} />
      </section>
      <section className={`${parts.card} ${parts.stack} ${parts.loose}`}>
        <div className={`${parts.stack} ${parts.snug}`}>
          <div
            className={css.track}
            role="progressbar"
            aria-label={t('wait.line.progress')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={passed}
            style={{ '--done': `${passed}%` } as CSSProperties}
          >
            <i />
          </div>
          <p className={`${parts.apart} ${parts.small} ${parts.quiet}`}>
            <span>{t('wait.line.admitted', { number: numberText(status?.admitted ?? 0, lang) })}</span>
            <Updated at={waiting.updatedAt} />
          </p>
        </div>
        <EventCard event={event}>
          <p className={`${parts.small} ${css[line.chance] ?? ''}`}>{t(`wait.chance.${line.chance}`)}</p>
        </EventCard>
        {byLottery && (
          <p className={`${parts.small} ${parts.quiet}`}>
            {t('wait.line.drawn', { number: numberText(status.draw.size, lang) })}
          </p>
        )}
      </section>
    </>
  )
}
