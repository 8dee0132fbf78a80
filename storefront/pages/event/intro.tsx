import { UserText } from '@kartis/ui/components/user-text.tsx'
import { Icon } from '../../shared/icon.tsx'
import type { IconName } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import parts from '../../shared/parts.module.css'
import { clock, Rich } from '../../shared/rich.tsx'
import type { MessageKey } from '../../shared/translator.ts'
import type { EventView, Phase } from '../../state/event-state.ts'
import css from './event-page.module.css'

interface Badge {
  readonly message: MessageKey
  readonly tone: 'good' | 'warn' | 'info' | 'plain'
  readonly icon?: IconName
}

const BADGES: Partial<Record<Phase, Badge>> = {
  on_sale: { message: 'sale.event.open', tone: 'good', icon: 'check' },
  last_tickets: { message: 'sale.event.last_tickets', tone: 'warn' },
  sold_out: { message: 'sale.event.sold_out', tone: 'plain' },
  not_started: { message: 'sale.event.not_started', tone: 'info', icon: 'clock' },
  sale_ended: { message: 'sale.event.ended', tone: 'plain' },
  running: { message: 'sale.event.running', tone: 'good' },
  over: { message: 'sale.event.over', tone: 'plain' },
}

const time = { t: clock }

const When = ({ event }: { readonly event: EventView }) => {
  const { t, lang } = usePageContext()
  const { day, times, moved } = event.facts
  return (
    <div className={parts.fact}>
      <Icon name="calendar" />
      <div>
        <p className={parts.strong}>{day}</p>
        <p className={`${parts.small} ${parts.quiet}`}>
          <Rich text={times} parts={time} />
        </p>
        {moved && <p className={parts.small}>{moved}</p>}
        {event.phase !== 'over' && (
          <p className={`${parts.line} ${css.ways}`}>
            <a className={parts.pick} href={`/api/v1/public/events/${event.uuid}/calendar.ics?lang=${lang}`}>
              <Icon name="plus" />
              {t('sale.event.to_calendar')}
            </a>
            <a className={parts.pick} href={event.facts.google} target="_blank" rel="noopener noreferrer">
              <Icon name="calendar" />
              {t('sale.event.google')}
            </a>
          </p>
        )}
      </div>
    </div>
  )
}

const Where = ({ event }: { readonly event: EventView }) => {
  const { t } = usePageContext()
  const { place } = event.facts
  return (
    <div className={parts.fact}>
      <Icon name="pin" />
      <div>
        <p className={parts.strong}>
          <UserText>{place.title}</UserText>
        </p>
        <p className={`${parts.small} ${parts.quiet}`}>
          <UserText>{place.address}</UserText>
        </p>
        <p className={`${parts.line} ${css.ways}`}>
          <a
            className={parts.pick}
            href={place.waze}
            target="_blank"
            rel="noopener"
            aria-label={t('sale.event.navigate_waze', { place: place.title })}
          >
            <Icon name="steer" />
            {t('sale.event.waze')}
          </a>
          <a
            className={parts.pick}
            href={place.maps}
            target="_blank"
            rel="noopener"
            aria-label={t('sale.event.navigate_maps', { place: place.title })}
          >
            <Icon name="map" />
            {t('sale.event.maps')}
          </a>
        </p>
      </div>
    </div>
  )
}

/** Characters from which a name is set smaller, so that it does not fill a phone. */
const LONG_NAME = 60

/** Title, place and time of the event. */
export const Intro = ({ event }: { readonly event: EventView }) => {
  const { t } = usePageContext()
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
              {t(badge.message)}
            </span>
          )}
        </p>
        <h1 className={event.name.length > LONG_NAME ? css.long : undefined}>
          <UserText>{event.name}</UserText>
        </h1>
        {event.artists.length > 0 && (
          <p className={parts.quiet} aria-label={t('sale.event.artists')}>
            <UserText>{event.artists.join(' · ')}</UserText>
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
