import type { Event } from '@kartis/contract/events.ts'
import { dayLongText, dayTile } from '@kartis/i18n/format.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { EventArt } from '@kartis/ui/components/event-art.tsx'
import { TicketShape } from '@kartis/ui/components/ticket-shape.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconCalendar, IconLock, IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { placeText } from '../../shared/event-place.ts'
import style from './archived.module.css'

const SLOTS = ['banner_card', 'banner_event', 'banner_square']
const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The head of an archived event as a used ticket with greyed artwork. */
export function ArchivedHead({ event }: { readonly event: Event }) {
  const { t } = useTranslation(['archived', 'states'])
  const lang = useLang()
  const { starts_at: from, timezone: zone } = event
  const place = placeText(event, lang)
  const image = SLOTS.map((slot) => event.attachments?.find((file) => file.slot === slot)).find(Boolean)
  const tile = dayTile(from, lang, zone)
  return (
    <header className={style.ticket}>
      <TicketShape
        stubSize="9rem"
        turns="16rem"
        stub={
          <div className={style.art}>
            {image ? <img src={`${image.url}?w=640`} alt="" /> : <EventArt seed={event.uuid} />}
            <span className={style.day} aria-hidden>
              <b>{tile.day}</b>
              <span>{tile.month}</span>
            </span>
          </div>
        }
      >
        <div className={style.main}>
          <Chip state="quiet">{t('states:event.inactive')}</Chip>
          <h2>
            <UserText>{event.name}</UserText>
          </h2>
          <ul className={style.facts}>
            <li>
              <IconCalendar {...ICON} />
              <time dateTime={from}>{t('archived:when', { when: dayLongText(from, lang, zone) })}</time>
            </li>
            {place !== '' && (
              <li>
                <IconMapPin {...ICON} />
                <UserText>{place}</UserText>
              </li>
            )}
            <li>
              <IconLock {...ICON} />
              {t('archived:archived')}
            </li>
          </ul>
        </div>
      </TicketShape>
    </header>
  )
}
