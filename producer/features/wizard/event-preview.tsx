import type { Event } from '@kartis/contract/events.ts'
import { dayLongText, commaText, timeText } from '@kartis/i18n/format.ts'
import { Chip } from '@kartis/ui/components/chip.tsx'
import { TicketShape } from '@kartis/ui/components/ticket-shape.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconCalendarEvent, IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { instantIn } from '@kartis/domain/zone.ts'
import { DayTile } from '../../shared/day-tile.tsx'
import type { EventDraft } from './event-draft.ts'
import { PreviewArt } from './preview-art.tsx'
import style from './wizard.module.css'

interface EventPreviewProps {
  readonly draft: EventDraft
  readonly zone: string
  readonly event?: Event | undefined
}

/** A live preview of the event card. */
export function EventPreview({ draft, zone, event }: EventPreviewProps) {
  const { t } = useTranslation(['wizard', 'states'])
  const lang = useLang()
  const day = draft.day === null ? undefined : instantIn(zone, draft.day, draft.start || '12:00')
  const when = day && [dayLongText(day, lang, zone), draft.start && timeText(day, lang, zone)].filter(Boolean)
  const where = [draft.address_description, draft.address_city].map((part) => part.trim()).filter(Boolean)
  const image = event?.attachments?.find(({ slot }) => slot === 'banner_card')
  return (
    <div className={style.preview} aria-hidden>
      <p className={style.previewTitle}>{t('wizard:preview.title')}</p>
      <TicketShape
        head
        stubSize="11rem"
        stub={
          <div className={style.previewBody}>
            <h3 data-empty={draft.name.trim() === '' || undefined}>
              <UserText>{draft.name.trim() || t('wizard:preview.name')}</UserText>
            </h3>
            <span className={style.meta} data-empty={when === undefined || undefined}>
              <IconCalendarEvent size={17} stroke={1.75} />
              {when?.join(' · ') ?? t('wizard:preview.when')}
            </span>
            <span className={style.meta} data-empty={where.length === 0 || undefined}>
              <IconMapPin size={17} stroke={1.75} />
              <UserText>{commaText(where, lang) || t('wizard:preview.where')}</UserText>
            </span>
          </div>
        }
      >
        <div className={style.art}>
          {image ? <img src={`${image.url}?w=640`} alt="" /> : <PreviewArt />}
          <span className={style.state}>
            <Chip onArt state={event?.status === 'published' ? 'good' : 'quiet'}>
              {t(`states:event.${event?.phase ?? 'draft'}`)}
            </Chip>
          </span>
          {day && <DayTile at={day} zone={zone} />}
        </div>
      </TicketShape>
    </div>
  )
}
