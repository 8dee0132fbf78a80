import { momentLongText } from '@kartis/i18n/format.ts'
import { clockText, useSecondsLeft } from '../../shared/clock.ts'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import bar from '../../shared/pay-bar.module.css'
import { boldClock, Rich } from '../../shared/rich.tsx'
import type { EventView } from '../../state/event-state.ts'
import { type WaitingRoom, waitAt } from './use-waiting-room.ts'

interface Props {
  readonly event: Pick<EventView, 'uuid' | 'slug'>
  readonly waitingRoom: WaitingRoom
}

/** Note above the tickets: the link to the queue, or the remaining time of this browser's pass. */
export const WaitingRoomNote = ({ event, waitingRoom }: Props) => {
  const { t, lang, now } = usePageContext()
  const left = useSecondsLeft(waitingRoom.until, now)
  if (waitingRoom.gate === 'none' || (waitingRoom.isFree && waitingRoom.shut)) return null
  if (waitingRoom.until !== null && left > 0)
    return (
      <p className={`${parts.note} ${parts.good}`}>
        <Icon name="clock" />
        <span>
          <Rich text={t('wait.note.inside', { left: clockText(left) })} parts={{ t: boldClock }} />
        </span>
      </p>
    )
  const when = waitingRoom.opensAt ? momentLongText(waitingRoom.opensAt, lang) : ''
  return (
    <section className={`${parts.card} ${parts.stack}`} aria-labelledby="waitingRoom-title">
      <div className={parts.fact}>
        <Icon name="people" />
        <div>
          <h2 id="waitingRoom-title">{t(`wait.note.${waitingRoom.gate}`)}</h2>
          <p className={`${parts.small} ${parts.quiet}`}>
            {waitingRoom.gate === 'early'
              ? t('wait.note.early_text', { when })
              : t(`wait.note.${waitingRoom.gate}_text`)}
          </p>
        </div>
      </div>
      {waitingRoom.gate !== 'early' && (
        <a className={`${parts.btn} ${parts.wide} ${parts.tall}`} href={waitAt(event)}>
          {t('wait.note.go')}
        </a>
      )}
    </section>
  )
}

/** On a phone the link to the queue stays at the bottom of the screen, in place of the buy button. */
export const WaitingRoomBar = ({ event, waitingRoom }: Props) => {
  const { t } = usePageContext()
  if (waitingRoom.gate === 'early') return null
  return (
    <section className={bar.bar} aria-label={t('wait.note.go')}>
      <div>
        <span className={`${parts.small} ${parts.quiet}`}>
          {t(`wait.note.${waitingRoom.gate === 'lobby' ? 'lobby' : 'open'}`)}
        </span>
      </div>
      <a className={parts.btn} href={waitAt(event)}>
        {t('wait.note.go')}
      </a>
    </section>
  )
}
