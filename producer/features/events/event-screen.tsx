import { Page } from '@kartis/ui/components/layout.tsx'
import { useSession } from '../../shared/session.ts'
import { useRouteParam } from '../../shared/route-facts.ts'
import { WhenLoaded } from '../../shared/when-loaded.tsx'
import { CheckInPage } from './check-in-page.tsx'
import { EventPage } from './event-page.tsx'
import { EventSkeleton } from './event-skeleton.tsx'
import { useCheckInEvent, useEvent } from './use-event.ts'

/** The event page: sales and tools for roles that may see sales, check-in counters for the others. */
export function EventScreen() {
  const uuid = useRouteParam('uuid')
  const { can } = useSession()
  return can['event.statistics'] ? <OfficeEvent uuid={uuid} /> : <CheckInEvent uuid={uuid} />
}

function OfficeEvent({ uuid }: { readonly uuid: string }) {
  const event = useEvent(uuid)
  return (
    <Page>
      <WhenLoaded query={event} skeleton={<EventSkeleton />}>
        {(event) => <EventPage event={event} />}
      </WhenLoaded>
    </Page>
  )
}

function CheckInEvent({ uuid }: { readonly uuid: string }) {
  const event = useCheckInEvent(uuid)
  return (
    <Page>
      <WhenLoaded query={event} skeleton={<EventSkeleton />}>
        {(event) => <CheckInPage event={event} />}
      </WhenLoaded>
    </Page>
  )
}
