import type { Event } from '@kartis/contract/events.ts'

type Place = Pick<Event, 'venue' | 'address_description' | 'address_street' | 'address_street_number' | 'address_city'>

/** The non-empty parts without repetitions: the name of a venue is often its city. */
const joined = (parts: readonly string[]): string => [...new Set(parts.filter((part) => part !== ''))].join(', ')

/** The name of the place, whether or not the venue came with the event. */
export const venueName = ({ venue }: Pick<Event, 'venue'>): string =>
  typeof venue === 'string' ? venue : (venue?.name ?? '')

/** Venue and city, e.g. `האנגר 11, תל אביב`; the description of the address stands in for a missing venue. */
export const placeText = (event: Place): string =>
  joined([venueName(event) || event.address_description, event.address_city])

/** Venue, street with number, and city: the address that leads to the entrance. */
export const addressText = (event: Place): string =>
  joined([
    venueName(event) || event.address_description,
    [event.address_street, event.address_street_number].filter(Boolean).join(' '),
    event.address_city,
  ])
