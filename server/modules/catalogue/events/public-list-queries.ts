import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { containing, type PageOf } from '../../../platform/http/listing.ts'
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

/** Whether a field contains the search text; names are searched in all languages. */
const matches = (field: (typeof OR_FIELDS)[number], text: string) =>
  field === 'name'
    ? sql<boolean>`(events.name ilike ${text} or events.texts #>> '{en,name}' ilike ${text} or events.texts #>> '{ar,name}' ilike ${text})`
    : sql<boolean>`${sql.ref(`events.${field}`)} ilike ${text}`

export const listPublicEventRows = (db: Db, input: PublicEventsFilter, now: Date): Promise<EventsPage> => {
  const { category, city, from, to } = input
  const searched = OR_FIELDS.flatMap((field) =>
    input.or?.[field] === undefined ? [] : [matches(field, containing(input.or[field]))],
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

/** Cities of published events that are not over, most events first. */
export const readCities = async (db: Db, now: Date): Promise<{ city: string; events: number }[]> =>
  published(db, now)
    .select([sql<string>`trim(address_city)`.as('city'), sql<number>`count(*)::int`.as('events')])
    .where(sql<boolean>`trim(address_city) <> ''`)
    .groupBy(sql`trim(address_city)`)
    .orderBy(sql`count(*) desc`)
    .orderBy(sql`trim(address_city)`)
    .limit(MAX_CITIES)
    .execute()
