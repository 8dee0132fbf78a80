import { momentLongText, numberText } from '@kartis/i18n/format.ts'
import { clockText, useSecondsLeft } from '../../shared/clock.ts'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { boldFigure, Rich } from '../../shared/rich.tsx'
import type { WaitView } from '../../state/wait-state.ts'
import type { Waiting } from './use-waiting.ts'
import css from './wait-page.module.css'
import { EventCard } from './event-card.tsx'

interface Props {
  readonly event: WaitView
  readonly waiting: Waiting
}

const HOUR = 3600

/** Before the opening: when it is, how many wait, and that the order is drawn by lot. */
export const Lobby = ({ event, waiting }: Props) => {
  const { t, lang, now } = usePageContext()
  const opens = waiting.status?.opens_at ?? null
  const left = useSecondsLeft(opens, now)
  const when = opens ? momentLongText(opens, lang, event.timezone) : ''
  if (waiting.stage.kind === 'early')
    return (
      <>
        <section className={`${parts.state} ${page.notice}`}>
          <span className={parts.seal}>
            <Icon name="clock" />
          </span>
          <h2 className={page.heading}>{t('wait.early.title')}</h2>
          <p className={parts.quiet}>{t('wait.early.text', { when })}</p>
        </section>
        <section className={`${parts.card} ${parts.stack}`}>
          <EventCard event={event} />
          <p className={`${parts.small} ${parts.quiet}`}>{t('wait.early.fair')}</p>
        </section>
      </>
    )
  return (
    <>
      <section className={`${parts.state} ${css.top}`}>
        <span className={`${parts.tag} ${parts.accent} ${css.tag}`}>
          <Icon name="clock" />
          {t('wait.lobby.tag')}
        </span>
        <h2 className={css.title}>{t(left > 0 ? 'wait.lobby.title' : 'wait.lobby.opening')}</h2>
        {left > 0 && (
          <p className={`${css.place} ${css.clock}`} role="timer" aria-live="off">
            {left >= HOUR ? '60:00' : clockText(left)}
          </p>
        )}
        <p className={`${parts.quiet} ${css.estimate}`}>{t('wait.lobby.when', { when })}</p>
      </section>
      <section className={`${parts.card} ${parts.stack} ${parts.loose}`}>
        <p className={`${parts.note} ${parts.good}`}>
          <Icon name="check" />
          <span>
            <strong>{t('wait.lobby.in')}</strong>
            <br />
            {t('wait.lobby.draw')}
          </span>
        </p>
        <EventCard event={event} />
        <p className={`${parts.small} ${parts.quiet}`}>
          <Rich
            text={t('wait.lobby.people', { number: numberText(waiting.status?.waiting ?? 0, lang) })}
            parts={{ n: boldFigure }}
          />
        </p>
      </section>
    </>
  )
}
