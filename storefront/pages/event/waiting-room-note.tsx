import { momentLongText } from '@kartis/i18n/format.ts'
import { clockText, useSecondsLeft } from '../../shared/clock.ts'
import { Icon } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import bar from '../../shared/pay-bar.module.css'
import { boldClock, Rich } from '../../shared/rich.tsx'
import type { EventView } from '../../state/event-state.ts'
import { type Room, waitAt } from './use-waiting-room.ts'

interface Props {
  readonly event: EventView
  readonly room: Room
}

/** Above the tickets: a line stands before them, or how long this browser may still choose. */
export const RoomNote = ({ event, room }: Props) => {
  const { say, lang, now } = usePage()
  const left = useSecondsLeft(room.until, now)
  if (room.gate === 'none') return null
  if (room.until !== null && left > 0)
    return (
      <p className={`${parts.note} ${parts.good}`}>
        <Icon name="clock" />
        <span>
          <Rich text={say('wait.note.inside', { left: clockText(left) })} parts={{ t: boldClock }} />
        </span>
      </p>
    )
  const when = room.opensAt ? momentLongText(room.opensAt, lang) : ''
  return (
    <section className={`${parts.card} ${parts.stack}`} aria-labelledby="room-title">
      <div className={parts.fact}>
        <Icon name="people" />
        <div>
          <h2 id="room-title">{say(`wait.note.${room.gate}`)}</h2>
          <p className={`${parts.small} ${parts.quiet}`}>
            {room.gate === 'early' ? say('wait.note.early_text', { when }) : say(`wait.note.${room.gate}_text`)}
          </p>
        </div>
      </div>
      {room.gate !== 'early' && (
        <a className={`${parts.btn} ${parts.wide} ${parts.tall}`} href={waitAt(event)}>
          {say('wait.note.go')}
        </a>
      )}
    </section>
  )
}

/** On a phone the way into the line stays under the thumb, where the buy button would be. */
export const RoomBar = ({ event, room }: Props) => {
  const { say } = usePage()
  if (room.gate === 'early') return null
  return (
    <section className={bar.bar} aria-label={say('wait.note.go')}>
      <div>
        <span className={`${parts.small} ${parts.quiet}`}>
          {say(`wait.note.${room.gate === 'lobby' ? 'lobby' : 'open'}`)}
        </span>
      </div>
      <a className={parts.btn} href={waitAt(event)}>
        {say('wait.note.go')}
      </a>
    </section>
  )
}
