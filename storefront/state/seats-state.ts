import type { PublicEvent } from '@kartis/contract/public-events.ts'
import type { SeatMapBrief } from '@kartis/contract/public-seats.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { eventView, type EventView } from './event-state.ts'
import { momentOf } from './labels.ts'

/** The choice of seats as its page shows it. */
export interface SeatsView extends Pick<
  EventView,
  'uuid' | 'slug' | 'name' | 'phase' | 'ticketTypes' | 'orderLimit' | 'opens' | 'israeliPhone' | 'hasFee'
> {
  readonly when: string
  readonly place: string
  readonly seller: { readonly name: string; readonly number: string }
  readonly seatMap: SeatMapBrief
}

/** Undefined: the event has no seats to choose. */
export const seatsView = (event: PublicEvent, lang: Lang, now: Date): SeatsView | undefined => {
  if (!event.seat_map) return undefined
  const whole = eventView(event, lang, now)
  const { uuid, slug, name, phase, ticketTypes, orderLimit, opens, israeliPhone, hasFee, facts, organiser } = whole
  return {
    uuid,
    slug: slug || uuid,
    name,
    phase,
    ticketTypes,
    orderLimit,
    opens,
    israeliPhone,
    hasFee,
    when: momentOf(event.starts_at, now, lang, event.timezone),
    place: facts.place.title,
    seller: { name: organiser.company, number: organiser.number },
    seatMap: event.seat_map,
  }
}
