import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { useTranslation } from 'react-i18next'
import { CheckInCounters } from '../../shared/check-in-counters.tsx'

/** Admitted and expected tickets. */
export function CheckInFigures({ figures }: { readonly figures: ScanStatistics }) {
  const { t } = useTranslation('event')
  const { total_scanned: scanned, total_tickets: total } = figures
  return (
    <Card title={t('door.title')}>
      <Stack>
        <CheckInCounters
          figures={figures}
          texts={{
            scanned: t('door.scanned'),
            unscanned: t('door.unscanned'),
            total: t('door.total'),
            meter: t('door.meter', { scanned, total }),
          }}
        />
      </Stack>
    </Card>
  )
}
