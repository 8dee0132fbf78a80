import type { Event } from '@kartis/contract/events.ts'
import { dayLongText, numberText, timeRangeText, timeText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/parts/card.tsx'
import { Stack } from '@kartis/ui/parts/layout.tsx'
import { Meter } from '@kartis/ui/parts/meter.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconCalendar, IconClock, IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addressText } from '../../shared/event-place.ts'
import style from './scan-facts.module.css'
import type { Admitted } from './use-scan.ts'

/** What event this is, and the three counters of its door. */
export function ScanFacts({ event }: { readonly event: Event }) {
  const { t } = useTranslation('scan')
  const lang = useLang()
  const { starts_at: from, ends_at: to, timezone: zone, scan_statistics: figures } = event
  const place = addressText(event)
  const scanned = figures?.total_scanned ?? 0
  const total = figures?.total_tickets ?? 0
  const counters = [
    ['scanned', scanned],
    ['unscanned', figures?.total_unscanned ?? 0],
    ['total', total],
  ] as const
  return (
    <Card title={event.name}>
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
              {place}
            </li>
          )}
        </ul>
        <dl className={style.counters} aria-label={t('counters.label')}>
          {counters.map(([name, value]) => (
            <div key={name} data-name={name}>
              <dt>{t(`counters.${name}`)}</dt>
              <dd>{numberText(value, lang)}</dd>
            </div>
          ))}
        </dl>
        <Meter value={scanned} of={total} label={t('counters.meter', { scanned, total })} />
      </Stack>
    </Card>
  )
}

/** The last few that came in here. */
export function JustScanned({ admitted, zone }: { readonly admitted: readonly Admitted[]; readonly zone: string }) {
  const { t } = useTranslation('scan')
  const lang = useLang()
  if (admitted.length === 0) return null
  return (
    <Card title={t('recent.title')}>
      <ul className={style.recent}>
        {admitted.map(({ scanUuid, holder, at }) => (
          <li key={scanUuid}>
            <b>{holder ?? t('recent.nobody')}</b>
            <time dateTime={at}>{timeText(at, lang, zone)}</time>
          </li>
        ))}
      </ul>
    </Card>
  )
}
