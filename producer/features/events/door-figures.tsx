import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/parts/card.tsx'
import { Stack } from '@kartis/ui/parts/layout.tsx'
import { Meter } from '@kartis/ui/parts/meter.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { useTranslation } from 'react-i18next'
import style from './door-figures.module.css'

/** Who is in and who is still to come. */
export function DoorFigures({ figures }: { readonly figures: ScanStatistics }) {
  const { t } = useTranslation('event')
  const lang = useLang()
  const { total_scanned: scanned, total_unscanned: unscanned, total_tickets: total } = figures
  return (
    <Card title={t('door.title')}>
      <Stack>
        <dl className={style.figures}>
          {(
            [
              ['scanned', scanned],
              ['unscanned', unscanned],
              ['total', total],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{t(`door.${name}`)}</dt>
              <dd>{numberText(value, lang)}</dd>
            </div>
          ))}
        </dl>
        <Meter value={scanned} of={total} label={t('door.meter', { scanned, total })} />
      </Stack>
    </Card>
  )
}
