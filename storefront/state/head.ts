import type { PublicEvent } from '@kartis/contract/public-events.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { addressOf } from './labels.ts'

/** Metadata of a page for search engines and shared links. */
export interface Head {
  readonly title: string
  readonly description?: string
  /** Path under the origin; pages without one are not to be indexed. */
  readonly canonical?: string
  readonly image?: { readonly url: string; readonly width: number; readonly height: number; readonly type: string }
  readonly ogType?: 'website' | 'article'
  readonly jsonLd?: object
  readonly preloadImage?: { readonly srcSet: string; readonly sizes: string; readonly src: string }
  /** Address of JSON that the page's script will fetch, loaded beside the script. */
  readonly preloadData?: readonly string[]
  /** Files of the page that the visitor goes to next, loaded once this one is there. */
  readonly prefetch?: readonly string[]
}

export const OG_LOCALE: Readonly<Record<Lang, string>> = { he: 'he_IL', en: 'en_US', ar: 'ar_AR' }

/** The text of an HTML fragment, shortened at a word boundary. */
export const plainText = (html: string, max = 180): string => {
  const text = html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text.length <= max ? text : `${text.slice(0, text.lastIndexOf(' ', max) || max)}…`
}

const OFFER: Partial<Record<PublicEvent['events_tickets'][number]['sale_state'], string>> = {
  on_sale: 'https://schema.org/InStock',
  sold_out: 'https://schema.org/SoldOut',
  not_started: 'https://schema.org/PreOrder',
}

/** schema.org Event, as search engines read it. */
export const eventJsonLd = (event: PublicEvent, lang: Lang, url: string, image: string | undefined): object => ({
  '@context': 'https://schema.org',
  '@type': 'Event',
  name: event.name,
  description: plainText(event.description, 500),
  startDate: event.starts_at,
  endDate: event.ends_at,
  ...(event.settings.doors_at ? { doorTime: event.settings.doors_at } : {}),
  eventStatus: 'https://schema.org/EventScheduled',
  eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
  url,
  ...(image ? { image: [image] } : {}),
  location: {
    '@type': 'Place',
    name: event.address_description || event.address_city,
    address: {
      '@type': 'PostalAddress',
      streetAddress: [event.address_street, event.address_street_number].filter(Boolean).join(' '),
      addressLocality: event.address_city,
      addressCountry: 'IL',
      name: addressOf(event, lang),
    },
  },
  organizer: { '@type': 'Organization', name: event.organiser.name },
  ...(event.artists.length > 0
    ? { performer: event.artists.map((name) => ({ '@type': 'PerformingGroup', name })) }
    : {}),
  offers: event.events_tickets
    .filter((ticketType) => OFFER[ticketType.sale_state])
    .map((ticketType) => ({
      '@type': 'Offer',
      name: ticketType.name,
      price: ticketType.price.toFixed(2),
      priceCurrency: 'ILS',
      availability: OFFER[ticketType.sale_state],
      url,
      ...(ticketType.sale_starts_at ? { validFrom: ticketType.sale_starts_at } : {}),
    })),
})
