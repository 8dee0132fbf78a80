import type { Event } from '@kartis/contract/events.ts'
import type { EventStage } from '@kartis/domain/event.ts'

/** Whether the page of an event offers its sale page to be shared: while it sells, and on its day while tickets are left. */
export const isShared = (event: Pick<Event, 'events_tickets'>, stage: EventStage): boolean =>
  stage === 'selling' ||
  (stage === 'today' && event.events_tickets?.some(({ sale_state: state }) => state === 'on_sale') === true)
