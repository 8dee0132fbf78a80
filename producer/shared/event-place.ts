import type { Event } from '@kartis/contract/events.ts'

type Place = Pick<Event, 'venue' | 'address_description' | 'address_street' | 'address_street_number' | 'address_city'>

const joined = (parts: readonly string[]): string => [...new Set(parts.filter((part) => part !== ''))].join(', ')

/** `האנגר 11, תל אביב`: the name of the place and its city. */
export const placeText = (event: Place): string =>
  joined([event.venue || event.address_description, event.address_city])

/** The address with the street, for people at the entrance. */
export const addressText = (event: Place): string =>
  joined([
    event.venue || event.address_description,
    [event.address_street, event.address_street_number].filter(Boolean).join(' '),
    event.address_city,
  ])
