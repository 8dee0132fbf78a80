import { commaText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { languagesFor } from '../../../platform/database/localized-text.ts'
import { knownCity } from './cities.ts'
import type { EventRow } from './events-queries.ts'

type PlacedEvent = Pick<
  EventRow,
  | 'texts'
  | 'address_description'
  | 'address_street'
  | 'address_street_number'
  | 'address_city'
  | 'venue_name'
  | 'venue_street'
  | 'venue_city'
  | 'venue_texts'
>

/** Where an event takes place, in one language. The fields are named as in replies. */
export interface EventPlace {
  /** The name of the venue, or the description of the address. */
  readonly address_description: string
  readonly address_street: string
  readonly address_street_number: string
  readonly address_city: string
}

/**
 * The place in the reader's language, else in English, else in Hebrew: each field as the event says it, then as its venue
 * does while the event's copy of the address still says the same in Hebrew, then by the list of cities.
 */
export const placeIn = (event: PlacedEvent, lang: Lang): EventPlace => {
  const { texts, venue_texts: venue } = event
  const name = event.venue_name ?? event.address_description
  const sameStreet = event.address_street === event.venue_street
  const sameCity = event.address_city === event.venue_city
  const inLang = (l: 'en' | 'ar') => ({
    name: texts[l]?.address_description || venue?.[l]?.name,
    street: texts[l]?.address_street || (sameStreet && venue?.[l]?.address_street),
    city: texts[l]?.address_city || (sameCity && venue?.[l]?.address_city) || knownCity(event.address_city, l),
  })
  const found = languagesFor(lang).map(inLang)
  return {
    address_description: found.map((each) => each.name).find(Boolean) || name,
    address_street: found.map((each) => each.street).find(Boolean) || event.address_street,
    address_street_number: event.address_street_number,
    address_city: found.map((each) => each.city).find(Boolean) || event.address_city,
  }
}

/** The place in one line, for messages, calendars and print. */
export const placeLine = (event: PlacedEvent, lang: Lang): string => {
  const place = placeIn(event, lang)
  const street = [place.address_street, place.address_street_number].filter(Boolean).join(' ')
  return commaText([place.address_description, street, place.address_city], lang)
}
