import { Icon } from '../../shared/icon.tsx'
import type { IconName } from '../../shared/icon.tsx'
import { usePage } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { clock, Rich } from '../../shared/rich.tsx'
import type { Word } from '../../shared/messages.ts'
import type { EventView, Phase } from '../../state/event-state.ts'
import css from './event-page.module.css'

interface Badge {
  readonly word: Word
  readonly tone: 'good' | 'warn' | 'info' | 'plain'
  readonly icon?: IconName
}

const BADGES: Partial<Record<Phase, Badge>> = {
  on_sale: { word: 'sale.event.open', tone: 'good', icon: 'check' },
  last_tickets: { word: 'sale.event.last_tickets', tone: 'warn' },
  sold_out: { word: 'sale.event.sold_out', tone: 'plain' },
  not_started: { word: 'sale.event.not_started', tone: 'info', icon: 'clock' },
  sale_ended: { word: 'sale.event.ended', tone: 'plain' },
  running: { word: 'sale.event.running', tone: 'good' },
  over: { word: 'sale.event.over', tone: 'plain' },
}

const time = { t: clock }

const When = ({ event }: { readonly event: EventView }) => {
  const { say } = usePage()
  const { day, doors, start, end } = event.facts
  return (
    <div className={parts.fact}>
      <Icon name="calendar" />
      <div>
        <p className={parts.strong}>{day}</p>
        <p className={`${parts.small} ${parts.quiet}`}>
          <Rich
            text={
              doors
                ? say('sale.event.doors_and_start', { doors, start })
                : say('sale.event.start_and_end', { start, end })
            }
            parts={time}
          />
        </p>
        <p className={`${parts.line} ${css.ways}`}>
          <a className={parts.pick} href={`/api/v1/public/events/${event.uuid}/calendar.ics`}>
            <Icon name="plus" />
            {say('sale.event.to_calendar')}
          </a>
        </p>
      </div>
    </div>
  )
}

const Where = ({ event }: { readonly event: EventView }) => {
  const { say } = usePage()
  const { place } = event.facts
  return (
    <div className={parts.fact}>
      <Icon name="pin" />
      <div>
        <p className={parts.strong}>
          <bdi>{place.title}</bdi>
        </p>
        <p className={`${parts.small} ${parts.quiet}`}>
          <bdi>{place.address}</bdi>
        </p>
        <p className={`${parts.line} ${css.ways}`}>
          <a
            className={parts.pick}
            href={place.waze}
            target="_blank"
            rel="noopener"
            aria-label={say('sale.event.navigate_waze', { place: place.title })}
          >
            <Icon name="steer" />
            {say('sale.event.waze')}
          </a>
          <a
            className={parts.pick}
            href={place.maps}
            target="_blank"
            rel="noopener"
            aria-label={say('sale.event.navigate_maps', { place: place.title })}
          >
            <Icon name="map" />
            {say('sale.event.maps')}
          </a>
        </p>
      </div>
    </div>
  )
}

/** Title and the facts one decides by. */
export const Intro = ({ event }: { readonly event: EventView }) => {
  const { say } = usePage()
  const badge = BADGES[event.phase]
  const tone = badge && badge.tone !== 'plain' ? parts[badge.tone] : ''
  return (
    <section className={`${css.intro} ${parts.stack} ${parts.loose}`}>
      <div className={`${parts.stack} ${parts.snug}`}>
        <p className={parts.line}>
          {event.categories.map((name) => (
            <span key={name} className={`${parts.tag} ${parts.accent}`}>
              {name}
            </span>
          ))}
          {badge && (
            <span className={`${parts.tag} ${tone}`}>
              {badge.icon && <Icon name={badge.icon} />}
              {say(badge.word)}
            </span>
          )}
        </p>
        <h1>
          <bdi>{event.name}</bdi>
        </h1>
        {event.artists.length > 0 && (
          <p className={parts.quiet} aria-label={say('sale.event.artists')}>
            <bdi>{event.artists.join(' · ')}</bdi>
          </p>
        )}
      </div>
      <div className={`${parts.facts} ${css.pairwise}`}>
        <When event={event} />
        <Where event={event} />
      </div>
    </section>
  )
}
