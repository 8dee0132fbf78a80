interface CalendarEvent {
  readonly name: string
  /** ISO 8601. */
  readonly starts_at: string
  readonly ends_at: string
  readonly address_description: string
  readonly address_street: string
  readonly address_street_number: string
  readonly address_city: string
}

const stamp = (instant: string): string => new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** The page of Google's calendar with the event filled in. No link to tickets: it would give their token away. */
export const googleCalendarUrl = (event: CalendarEvent): string => {
  const street = [event.address_street, event.address_street_number].filter(Boolean).join(' ')
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.name,
    dates: `${stamp(event.starts_at)}/${stamp(event.ends_at)}`,
    location: [event.address_description, street, event.address_city].filter(Boolean).join(', '),
  })
  return `https://calendar.google.com/calendar/render?${query.toString()}`
}
