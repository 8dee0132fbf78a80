import type { Category } from '@kartis/contract/events.ts'
import type { PublicEventBrief } from '@kartis/contract/public-events.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { DATE_PRESETS } from '@kartis/domain/date-preset.ts'
import { daysText, artworkOf, momentOf, placeLine } from './labels.ts'
import type { ArtworkView } from './labels.ts'
import { daysOf } from './list-filter.ts'
import type { ListQuery } from './list-filter.ts'

export interface CardView {
  readonly slug: string
  readonly name: string
  readonly when: string
  readonly place: string
  readonly price: number | null
  readonly hasFreeType: boolean
  readonly phase: PublicEventBrief['phase']
  readonly artwork: ArtworkView
}

/** A city: as the address names it, and as the reader reads it. */
export interface CityView {
  readonly city: string
  readonly name: string
}

export interface ListView {
  readonly query: ListQuery
  readonly categories: readonly { readonly slug: string; readonly name: string }[]
  readonly cities: readonly CityView[]
  readonly today: string
  readonly datePresets: readonly { readonly when: ListQuery['when']; readonly days: string }[]
  /** The days of the filter as text; empty without one. */
  readonly days: string
  readonly cards: readonly CardView[]
  readonly total: number
  readonly page: number
  readonly lastPage: number
}

interface Listed {
  readonly data: readonly PublicEventBrief[]
  readonly meta: { readonly current_page: number; readonly total: number; readonly last_page: number }
}

/** The public list as its page shows it. */
export const listView = (
  listed: Listed,
  choices: { readonly categories: readonly Category[]; readonly cities: readonly CityView[] },
  query: ListQuery,
  lang: Lang,
  now: Date,
): ListView => ({
  query,
  categories: choices.categories.map(({ slug, name }) => ({ slug, name })),
  // A city of the address stays selectable, even when it has no events any more.
  cities:
    query.city && !choices.cities.some(({ city }) => city === query.city)
      ? [...choices.cities, { city: query.city, name: query.city }]
      : choices.cities.map(({ city, name }) => ({ city, name })),
  today: dayIn(ISRAEL_ZONE, now),
  datePresets: DATE_PRESETS.map((when) => ({ when, days: daysText(daysOf({ ...query, when }, now), lang) })),
  days: daysText(daysOf(query, now), lang),
  cards: listed.data.map((event) => ({
    slug: event.slug || event.uuid,
    name: event.name,
    when: momentOf(event.starts_at, now, lang, event.timezone),
    place: placeLine(event, lang),
    price: event.price_from,
    hasFreeType: event.has_free_type,
    phase: event.phase,
    artwork: artworkOf(event.uuid, event.attachments),
  })),
  total: listed.meta.total,
  page: listed.meta.current_page,
  lastPage: listed.meta.last_page,
})
