import ical from 'ical-generator'
import type { EventRow } from './events-queries.ts'

type CalendarEvent = Pick<
  EventRow,
  | 'id'
  | 'name'
  | 'starts_at'
  | 'ends_at'
  | 'venue_name'
  | 'address_description'
  | 'address_street'
  | 'address_street_number'
  | 'address_city'
  | 'updated_at'
>

const place = (event: CalendarEvent): string =>
  [
    event.venue_name ?? event.address_description,
    [event.address_street, event.address_street_number].filter(Boolean).join(' '),
    event.address_city,
  ]
    .filter(Boolean)
    .join(', ')

/** One event as an iCalendar file. Times are UTC instants: with a named zone the library would write them unconverted. */
export const calendarOf = (event: CalendarEvent, url: string): string => {
  const calendar = ical({ prodId: { company: 'Kartis', product: 'tickets', language: 'HE' } })
  calendar.createEvent({
    id: `${event.id}@kartis`,
    summary: event.name,
    start: event.starts_at,
    end: event.ends_at,
    location: place(event),
    url,
    lastModified: event.updated_at,
  })
  return calendar.toString()
}
