import { numberText } from '@kartis/i18n/format.ts'
import { useEffect, useState } from 'react'
import type { CSSProperties } from 'react'
import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { bold, Rich } from '../../shared/rich.tsx'
import type { Say } from '../../shared/messages.ts'
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

/** The range of minutes as a sentence; markup in it makes it bold. */
export const waitText = ({ wait }: Line, say: Say): string => {
  if (!wait) return ''
  const { fromMinutes: from, toMinutes: to } = wait
  if (from === 0) return to === 1 ? say('wait.line.under') : say('wait.line.within', { count: to })
  return say('wait.line.range', { from, count: to })
}

const Hope = ({ line, waiting }: Omit<Props, 'event'>) => {
  const { say } = usePage()
  const text = waitText(line, say)
  if (waiting.status?.paused) return <p className={`${parts.quiet} ${css.hope}`}>{say('wait.line.paused')}</p>
  if (!text)
    return (
      <p className={`${parts.quiet} ${css.hope}`}>{say(line.ahead === 0 ? 'wait.line.soon' : 'wait.line.unknown')}</p>
    )
  return (
    <p className={`${parts.quiet} ${css.hope}`}>
      {say('wait.line.pace')}
      <br />
      <Rich text={text} parts={{ b: bold }} />
    </p>
  )
}

/** How long ago the line was heard of, counted by this browser's own clock. */
const Updated = ({ at }: { readonly at: number }) => {
  const { say } = usePage()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.round((Date.now() - at) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [at])
  return <span>{seconds < 2 ? say('wait.line.updated_now') : say('wait.line.updated', { seconds })}</span>
}

const TONES = { likely: 'likely', uncertain: 'uncertain', unlikely: 'unlikely', all_held: 'all_held' } as const

/** In line: place, range, progress since one came, and how likely there will be tickets. */
export const InLine = ({ event, waiting, line }: Props) => {
  const { say, lang } = usePage()
  const { status, place } = waiting
  const first = Math.max(place?.firstAhead ?? line.ahead, line.ahead, 1)
  const passed = Math.round(((first - line.ahead) / first) * 100)
  const drawn = place && status && place.number <= status.draw.size
  return (
    <>
      <section className={`${parts.state} ${css.top}`}>
        <span className={`${parts.tag} ${parts.accent} ${css.tag}`}>
          <Icon name="spark" />
          {say('wait.line.tag')}
        </span>
        <h2 className={css.title}>{say('wait.line.title')}</h2>
        <p className={css.place}>{numberText(line.ahead + 1, lang)}</p>
        <Hope line={line} waiting={waiting} />
      </section>
      <section className={`${parts.card} ${parts.stack} ${parts.loose}`}>
        <div className={`${parts.stack} ${parts.snug}`}>
          <div
            className={css.track}
            role="progressbar"
            aria-label={say('wait.line.progress')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={passed}
            style={{ '--done': `${passed}%` } as CSSProperties}
          >
            <i />
          </div>
          <p className={`${parts.apart} ${parts.small} ${parts.quiet}`}>
            <span>{say('wait.line.admitted', { number: numberText(status?.admitted ?? 0, lang) })}</span>
            <Updated at={waiting.heardAt} />
          </p>
        </div>
        <EventCard event={event}>
          <p className={`${parts.small} ${css[TONES[line.chance]] ?? ''}`}>{say(`wait.chance.${line.chance}`)}</p>
        </EventCard>
        {drawn && (
          <p className={`${parts.small} ${parts.quiet}`}>
            {say('wait.line.drawn', { number: numberText(status.draw.size, lang) })}
          </p>
        )}
      </section>
    </>
  )
}
