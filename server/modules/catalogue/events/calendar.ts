import type { Lang } from '@kartis/i18n/lang.ts'
import ical from 'ical-generator'
import { textIn } from '../../../platform/database/localized-text.ts'
import { placeLine } from './event-place.ts'
import type { EventRow } from './events-queries.ts'

/**
 * One event as an iCalendar file, in the reader's language. Its SEQUENCE rises with every change, in seconds: a calendar that has
 * the file already takes the new date only from a higher one. Times are UTC instants: with a named zone the library would write them unconverted.
 */
export const calendarOf = (event: EventRow, url: string, lang: Lang, description?: string): string => {
  const calendar = ical({ prodId: { company: 'Kartis', product: 'tickets', language: lang.toUpperCase() } })
  calendar.createEvent({
    id: `${event.id}@kartis`,
    summary: textIn(event.texts, lang, 'name') ?? event.name,
    start: event.starts_at,
    end: event.ends_at,
    location: placeLine(event, lang),
    url,
    ...(description && { description }),
    lastModified: event.updated_at,
    sequence: Math.max(0, Math.floor((event.updated_at.getTime() - event.created_at.getTime()) / 1000)),
  })
  return calendar.toString()
}
