interface CalendarEvent {
  readonly name: string
  /** ISO 8601. */
  readonly starts_at: string
  readonly ends_at: string
}

const stamp = (instant: string): string => new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** The page of Google's calendar with the event filled in. `location`: the place in one line, in the reader's language. No link to tickets: it would give their token away. */
export const googleCalendarUrl = (event: CalendarEvent, location: string): string => {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.name,
    dates: `${stamp(event.starts_at)}/${stamp(event.ends_at)}`,
    location,
  })
  return `https://calendar.google.com/calendar/render?${query.toString()}`
}
