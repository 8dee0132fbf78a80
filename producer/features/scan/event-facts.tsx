import type { Event } from '@kartis/contract/events.ts'
import { dayLongText, timeRangeText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { UserText } from '@kartis/ui/components/user-text.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconCalendar, IconClock, IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CheckInCounters } from '../../shared/check-in-counters.tsx'
import { addressText } from '../../shared/event-place.ts'
import style from './event-facts.module.css'

const NOBODY_YET = { total_scanned: 0, total_unscanned: 0, total_tickets: 0 }

/** The event and its three check-in counters. */
export function EventFacts({ event }: { readonly event: Event }) {
  const { t } = useTranslation('scan')
  const lang = useLang()
  const { starts_at: from, ends_at: to, timezone: zone, scan_statistics: figures = NOBODY_YET } = event
  const place = addressText(event, lang)
  return (
    <Card title={<UserText>{event.name}</UserText>}>
      <Stack>
        <ul className={style.facts}>
          <li>
            <IconCalendar size={18} stroke={1.75} aria-hidden />
            {dayLongText(from, lang, zone)}
          </li>
          <li>
            <IconClock size={18} stroke={1.75} aria-hidden />
            {timeRangeText(from, to, lang, zone)}
          </li>
          {place !== '' && (
            <li>
              <IconMapPin size={18} stroke={1.75} aria-hidden />
              <UserText>{place}</UserText>
            </li>
          )}
        </ul>
        <CheckInCounters
          figures={figures}
          texts={{
            label: t('counters.label'),
            scanned: t('counters.scanned'),
            unscanned: t('counters.unscanned'),
            total: t('counters.total'),
            meter: t('counters.meter', { scanned: figures.total_scanned, total: figures.total_tickets }),
          }}
        />
      </Stack>
    </Card>
  )
}
