import type { Event } from '@kartis/contract/events.ts'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { IconScan } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import { usePageTitle } from '../../shared/page-title.ts'
import { CheckInFigures } from './check-in-figures.tsx'
import { EventCover } from './event-cover.tsx'
import { EventHead } from './event-head.tsx'
import { useNow } from './use-now.ts'

/** The event page of a scanner: event, check-in counters and the link to the scanner. */
export function CheckInPage({ event }: { readonly event: Event }) {
  const { t } = useTranslation('event')
  const now = useNow()
  usePageTitle(event.name)
  return (
    <>
      <EventCover event={event} />
      <EventHead event={event} now={now} />
      <Stack gap="wide">{event.scan_statistics && <CheckInFigures figures={event.scan_statistics} />}</Stack>
      {event.can.scan && (
        <StickyActions>
          <ButtonLink
            to="/events/$uuid/scan-tickets"
            params={{ uuid: event.uuid }}
            icon={<IconScan size={20} stroke={1.75} aria-hidden />}
          >
            {t('quick.scan')}
          </ButtonLink>
        </StickyActions>
      )}
    </>
  )
}
