import { type EventSeating, showSeating } from '@kartis/contract/event-seating.ts'
import type { Event } from '@kartis/contract/events.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'

/** Whether an event has a hall: one of seats that does not lack it. */
export const hasHall = ({ kind, missing }: Pick<Event, 'kind' | 'missing'>): boolean =>
  kind === 'seats' && !missing.includes('seating')

/**
 * The seating of an event; null where it has none yet. `has`: whether it has one, undefined while nobody knows. When it
 * gets one, the screen keeps what it shows until the answer, and with that what somebody typed.
 */
export const useSeatingOf = (event: string, has: boolean | undefined) =>
  useQuery({
    queryKey: ['event', event, 'seating', has],
    queryFn: async (): Promise<EventSeating | null> =>
      has ? (await api(showSeating, { params: { uuid: event } })).data : null,
    enabled: has !== undefined,
    placeholderData: (shown, before) => (before?.queryKey[1] === event ? shown : undefined),
  })
