import { Page } from '@kartis/ui/components/layout.tsx'
import { useSession } from '../../shared/session.ts'
import { useRouteParam } from '../../shared/route-facts.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { CheckInPage } from './check-in-page.tsx'
import { EventPage } from './event-page.tsx'
import { EventSkeleton } from './event-skeleton.tsx'
import { useCheckInEvent, useEvent } from './use-event.ts'

/** The event: sales and tools for a manager, check-in for a scanner. */
export function EventScreen() {
  const uuid = useRouteParam('uuid')
  const { account } = useSession()
  return account?.role === 'scanner' ? <ScannerEvent uuid={uuid} /> : <ManagerEvent uuid={uuid} />
}

function ManagerEvent({ uuid }: { readonly uuid: string }) {
  const event = useEvent(uuid)
  return (
    <Page>
      <WhenLoaded query={event} skeleton={<EventSkeleton />}>
        {(event) => <EventPage event={event} />}
      </WhenLoaded>
    </Page>
  )
}

function ScannerEvent({ uuid }: { readonly uuid: string }) {
  const event = useCheckInEvent(uuid)
  return (
    <Page>
      <WhenLoaded query={event} skeleton={<EventSkeleton />}>
        {(event) => <CheckInPage event={event} />}
      </WhenLoaded>
    </Page>
  )
}
