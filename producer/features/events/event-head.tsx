import type { Event } from '@kartis/contract/events.ts'
import { startOfDayIn } from '@kartis/domain/zone.ts'
import { agoText, dayLongText, numberText, timeText } from '@kartis/i18n/format.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { TicketShape } from '@kartis/ui/components/ticket-shape.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconCalendar, IconClock, IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { placeText } from '../../shared/event-place.ts'
import { eventChip } from '../../shared/event-state.ts'
import { countdownTo } from './countdown.ts'
import style from './event-head.module.css'

const DAY = 86_400_000
/** Characters from which a name is set smaller, so that it does not fill a phone. */
const LONG_NAME = 60

/** The event head as a ticket over the cover: name, time and place; the countdown on its stub. */
export function EventHead({ event, now }: { readonly event: Event; readonly now: Date }) {
  const { t } = useTranslation(['event', 'states'])
  const lang = useLang()
  const { starts_at: from, ends_at: to, timezone: zone } = event
  const place = placeText(event, lang)
  const chip = eventChip(event)
  return (
    <header className={style.head}>
      <TicketShape turns="12rem" stub={<Stub event={event} now={now} />}>
        <div className={style.main}>
          <div className={style.chips}>
            <Chip state={chip.state}>{t(chip.label)}</Chip>
            {event.statistics && event.status === 'published' && event.phase !== 'over' && (
              <Chip
                state={event.statistics.watching_now > 0 ? 'accent' : 'quiet'}
                live={event.statistics.watching_now > 0}
              >
                {t('event:watching', { count: event.statistics.watching_now })}
              </Chip>
            )}
          </div>
          <h1 className={event.name.length > LONG_NAME ? style.long : undefined}>
            <UserText>{event.name}</UserText>
          </h1>
          <ul className={style.facts}>
            <li>
              <IconCalendar size={18} stroke={1.75} aria-hidden />
              <time dateTime={from}>{dayLongText(from, lang, zone)}</time>
            </li>
            <li>
              <IconClock size={18} stroke={1.75} aria-hidden />
              {t('event:hours', { from: timeText(from, lang, zone), to: timeText(to, lang, zone) })}
            </li>
            <li>
              <IconMapPin size={18} stroke={1.75} aria-hidden />
              <UserText>{place === '' ? t('event:no_place') : place}</UserText>
            </li>
          </ul>
        </div>
      </TicketShape>
    </header>
  )
}

const midnight = (zone: string, at: Date): number => startOfDayIn(zone, at).getTime()

function Stub({ event, now }: { readonly event: Event; readonly now: Date }) {
  const { t } = useTranslation('event')
  const lang = useLang()
  if (event.cancelled_at !== null)
    return (
      <div className={style.stub}>
        <span>{t('count.cancelled')}</span>
        <strong>{agoText(new Date(event.cancelled_at), now, lang)}</strong>
      </div>
    )
  const start = new Date(event.starts_at)
  const end = new Date(event.ends_at)
  const days = Math.round((midnight(event.timezone, start) - midnight(event.timezone, now)) / DAY)
  const left = countdownTo(start, end, now, days)
  if (left.kind === 'before')
    return (
      <div className={style.stub}>
        <span>{t('count.in')}</span>
        <span className={style.figure}>
          <b>{numberText(left.count, lang)}</b>
          <span>{t(`count.${left.unit}`, { count: left.count })}</span>
        </span>
      </div>
    )
  const running = left.kind === 'running'
  return (
    <div className={style.stub}>
      <span>{t(running ? 'count.running' : 'count.over')}</span>
      <strong>
        {running ? t('count.until', { time: timeText(end, lang, event.timezone) }) : agoText(end, now, lang)}
      </strong>
    </div>
  )
}
