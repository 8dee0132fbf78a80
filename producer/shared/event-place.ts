import type { Event } from '@kartis/contract/events.ts'
import { commaText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'

type Place = Pick<Event, 'venue' | 'address_description' | 'address_street' | 'address_street_number' | 'address_city'>

/** The non-empty parts without repetitions: the name of a venue is often its city. */
const joined = (parts: readonly string[], lang: Lang): string => commaText([...new Set(parts)], lang)

/** The name of the place, whether or not the venue came with the event. */
export const venueName = ({ venue }: Pick<Event, 'venue'>): string =>
  typeof venue === 'string' ? venue : (venue?.name ?? '')

/** Venue and city, e.g. `האנגר 11, תל אביב`; the description of the address stands in for a missing venue. */
export const placeText = (event: Place, lang: Lang): string =>
  joined([venueName(event) || event.address_description, event.address_city], lang)

/** Venue, street with number, and city: the address that leads to the entrance. */
export const addressText = (event: Place, lang: Lang): string =>
  joined(
    [
      venueName(event) || event.address_description,
      [event.address_street, event.address_street_number].filter(Boolean).join(' '),
      event.address_city,
    ],
    lang,
  )
