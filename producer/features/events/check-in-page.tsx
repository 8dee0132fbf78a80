import type { Event } from '@kartis/contract/events.ts'
import { buttonClass } from '@kartis/ui/components/button.tsx'
import { Stack } from '@kartis/ui/components/layout.tsx'
import { StickyActions } from '@kartis/ui/components/sticky-actions.tsx'
import { IconScan } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EventTabs } from '../../shared/event-tabs.tsx'
import { ButtonLink, PathLink } from '../../shared/links.tsx'
import { usePageTitle } from '../../shared/page-title.ts'
import { useSession } from '../../shared/session.ts'
import { CheckInFigures } from './check-in-figures.tsx'
import { EventCover } from './event-cover.tsx'
import { EventHead } from './event-head.tsx'
import { useNow } from '../../shared/use-now.ts'

/** The event for those who work at its entrance: what and when, the entry counters, the scanner and the orders. */
export function CheckInPage({ event }: { readonly event: Event }) {
  const { t } = useTranslation('event')
  const now = useNow()
  const { can } = useSession()
  usePageTitle(event.name)
  return (
    <>
      <EventCover event={event} />
      <EventHead event={event} now={now} />
      <EventTabs uuid={event.uuid} />
      <Stack gap="wide">
        {event.scan_statistics && <CheckInFigures figures={event.scan_statistics} />}
        {can['gate.board'] && (
          <PathLink path={`/events/${event.uuid}/board`} className={buttonClass({ look: 'line' })}>
            {t('door.board')}
          </PathLink>
        )}
        {can['order.list'] && (
          <ButtonLink to="/events/$uuid/sold-tickets" params={{ uuid: event.uuid }} look="line">
            {t('recent.all')}
          </ButtonLink>
        )}
      </Stack>
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
