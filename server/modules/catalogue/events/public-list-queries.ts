import { sql } from 'kysely'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Db } from '../../../platform/database/db.ts'
import { containing, type PageOf } from '../../../platform/http/listing.ts'
import { languagesFor } from '../../../platform/database/localized-text.ts'
import { citiesNamedLike, knownCity } from './cities.ts'
import { type EventsFilter, eventsPage, type EventsPage, isUuid, OR_FIELDS } from './events-queries.ts'

export interface PublicEventsFilter extends PageOf {
  category?: string | undefined
  city?: string | undefined
  /** Calendar days (`YYYY-MM-DD`) in the event's zone, both inclusive. */
  from?: string | undefined
  to?: string | undefined
  or?: EventsFilter['or']
  column: 'starts_at' | 'name'
  direction: 'asc' | 'desc'
}

/** A literal, not a parameter, so that PostgreSQL uses the partial index on published events. */
const PUBLISHED = sql.lit<'published'>('published')

const published = (db: Db, now: Date) =>
  db.selectFrom('events').where('events.status', '=', PUBLISHED).where('events.ends_at', '>', now)

const dayOf = (at: ReturnType<typeof sql>) => sql<string>`(${at} at time zone events.timezone)::date`

/**
 * Events whose last day is `from` or later. A night event that ends up to six hours after midnight counts for the day
 * before; an event that has begun also counts for today.
 */
const lastsUntil = (from: string, now: Date) => sql<boolean>`(
  ${dayOf(sql`greatest(events.starts_at, events.ends_at - interval '6 hours')`)} >= ${from}::date
  or (events.starts_at <= ${now} and ${dayOf(sql`${now}::timestamptz`)} >= ${from}::date))`

const inCategory = (category: string) => sql<boolean>`exists (
  select from event_category_links l join event_categories c on c.id = l.category_id
  where l.event_id = events.id and ${isUuid(category) ? sql`c.id = ${category}::uuid` : sql`c.slug = ${category}`})`

/** Where the venue of an event says the searched text in another language. */
const VENUE_FIELDS = { name: undefined, address_city: 'address_city', address_description: 'name' } as const

const inVenue = (field: 'address_city' | 'name', text: string) => sql<boolean>`exists (
  select from venues v where v.id = events.venue_id
  and (v.texts #>> array['en', ${field}::text] ilike ${text} or v.texts #>> array['ar', ${field}::text] ilike ${text}))`

/** Whoever searches by name may mean the artist. */
const hasArtist = (text: string) => sql<boolean>`exists (
  select from event_artists a where a.event_id = events.id
  and (a.name ilike ${text} or a.texts #>> array['en', 'name'] ilike ${text} or a.texts #>> array['ar', 'name'] ilike ${text}))`

/** Whether a field contains the search text, in any language. */
const matches = (field: (typeof OR_FIELDS)[number], sought: string) => {
  const text = containing(sought)
  const venueField = VENUE_FIELDS[field]
  const cities = field === 'address_city' ? citiesNamedLike(sought) : []
  return sql<boolean>`(${sql.ref(`events.${field}`)} ilike ${text}
    or events.texts #>> array['en', ${field}::text] ilike ${text}
    or events.texts #>> array['ar', ${field}::text] ilike ${text}
    ${field === 'name' ? sql`or ${hasArtist(text)}` : sql``}
    ${venueField ? sql`or ${inVenue(venueField, text)}` : sql``}
    ${cities.length > 0 ? sql`or trim(events.address_city) = any(${cities}::text[])` : sql``})`
}

export const listPublicEventRows = (db: Db, input: PublicEventsFilter, now: Date): Promise<EventsPage> => {
  const { category, city, from, to } = input
  const searched = OR_FIELDS.flatMap((field) =>
    input.or?.[field] === undefined ? [] : [matches(field, input.or[field])],
  )
  const filtered = published(db, now)
    .$if(city !== undefined, (q) => q.where('events.address_city', 'ilike', containing(city ?? '')))
    .$if(category !== undefined, (q) => q.where(inCategory(category ?? '')))
    .$if(from !== undefined, (q) => q.where(lastsUntil(from ?? '', now)))
    .$if(to !== undefined, (q) => q.where(sql<boolean>`${dayOf(sql`events.starts_at`)} <= ${to ?? ''}::date`))
    .$if(searched.length > 0, (q) => q.where((eb) => eb.or(searched)))
  return eventsPage(filtered, input)
}

/** The maximum length of the list of cities. */
const MAX_CITIES = 60

interface CityRow {
  readonly city: string
  readonly events: number
  /** The name that events give the city, where one does. */
  readonly en: string | null
  readonly ar: string | null
}

/** A city with its name in the reader's language: as in the list of cities, else as one of the events says it. */
const viewCity = (row: CityRow, lang: Lang): { city: string; name: string; events: number } => ({
  city: row.city,
  name:
    languagesFor(lang)
      .map((each) => knownCity(row.city, each) ?? row[each])
      .find(Boolean) ?? row.city,
  events: row.events,
})

export const viewCities = (rows: readonly CityRow[], lang: Lang): ReturnType<typeof viewCity>[] =>
  rows.map((row) => viewCity(row, lang))

/** What events or their venues call the city in a language. */
const nameOfCity = (lang: 'en' | 'ar') => sql<string | null>`max(coalesce(
  events.texts #>> array[${sql.lit(lang)}, 'address_city'],
  case when venues.address_city = events.address_city then venues.texts #>> array[${sql.lit(lang)}, 'address_city'] end))`

/** Cities of published events that are not over, most events first. */
export const readCities = async (db: Db, now: Date): Promise<CityRow[]> =>
  published(db, now)
    .leftJoin('venues', 'venues.id', 'events.venue_id')
    .select([sql<string>`trim(events.address_city)`.as('city'), sql<number>`count(*)::int`.as('events')])
    .select([nameOfCity('en').as('en'), nameOfCity('ar').as('ar')])
    .where(sql<boolean>`trim(events.address_city) <> ''`)
    .groupBy(sql`trim(events.address_city)`)
    .orderBy(sql`count(*) desc`)
    .orderBy(sql`trim(events.address_city)`)
    .limit(MAX_CITIES)
    .execute()
