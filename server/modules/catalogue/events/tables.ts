import type { Generated } from 'kysely'
import type { EventMove } from '@kartis/domain/event-moves.ts'
import type { GeneratedJson, GeneratedStamp, Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'
import type { TextsOf } from '../../../platform/database/localized-text.ts'

/** An event's texts in other languages. Those of the place are its own; where they are missing, those of its venue count. */
export type EventTexts = TextsOf<
  'name' | 'description' | 'accessibility' | 'address_description' | 'address_street' | 'address_city'
>
/** An artist's name in other languages. */
export type ArtistTexts = TextsOf<'name'>

/** Categories of events, the same for all accounts. Written by migrations only. */
export interface EventCategoriesTable {
  id: string
  slug: string
  position: number
}

/** Events. Written by this module; other modules read them. */
export interface EventsTable {
  id: string
  /** accounts.id */
  account_id: string
  /** Ten characters in the public URL; unique. */
  slug: string
  kind: Generated<'tickets' | 'seats'>
  name: string
  /** Sanitised HTML in Hebrew; other languages are in `texts`. */
  description: Generated<string>
  texts: GeneratedJson<EventTexts>
  starts_at: Stamp
  ends_at: Stamp
  /** IANA name; calendar days of the event are days of this zone. */
  /** Cancelled by its producer, with refunds; null again once it is published. */
  cancelled_at: StampOrNull
  timezone: Generated<string>
  /** venues.id; the address is a copy, so that a change of the venue does not change the event. */
  venue_id: string | null
  address_description: Generated<string>
  address_street: Generated<string>
  address_street_number: Generated<string>
  address_city: Generated<string>
  settings: GeneratedJson<Record<string, unknown>>
  status: Generated<'draft' | 'published' | 'archived'>
  /**
   * When a published event was last postponed: the time of the change, not the new start. A postponement moves the start
   * to another day, or by an hour or more. Orders that were placed before it may be refunded in full.
   */
  postponed_at: StampOrNull
  /** Every postponement of the published event, the earliest first. */
  moves: GeneratedJson<readonly EventMove[]>
  /** The start that everybody with tickets was last notified of; null while none was announced. */
  announced_starts_at: StampOrNull
  /** The latest end that was replaced while the event had tickets: its payout is not due before it. */
  sold_ends_at: StampOrNull
  published_at: StampOrNull
  archived_at: StampOrNull
  /** users.id */
  created_by: string | null
  created_at: GeneratedStamp
  updated_at: GeneratedStamp
}

/** Categories of an event. */
export interface EventCategoryLinksTable {
  /** events.id */
  event_id: string
  /** event_categories.id */
  category_id: string
  position: number
}

/** Artists of an event, in the order of the sale page. */
export interface EventArtistsTable {
  /** events.id */
  event_id: string
  position: number
  name: string
  texts: GeneratedJson<ArtistTexts>
}

/** Forms that the checkout of an event shows. */
export interface EventFormsTable {
  /** events.id */
  event_id: string
  /** forms.id */
  form_id: string
  position: number
}

/** Visits of the sale page by day. No foreign key. */
export interface EventVisitsTable {
  /** events.id */
  event_id: string
  /** `YYYY-MM-DD`, a day of the event's zone. */
  day: string
  /** Counted once a day for each browser tab. Statistics show this number. */
  views: Generated<number>
}

/**
 * Browser tabs that opened the sale page. It counts who is watching now and prevents counting a tab twice a day. Unlogged:
 * a crash of PostgreSQL empties it, which loses nothing but open tabs.
 */
export interface EventWatchersTable {
  /** events.id; no foreign key. */
  event_id: string
  /** A random id of the browser tab. */
  visitor: string
  /** The day for which the tab was last counted in `event_visits`. */
  day: string
  /** The last message of the open page. */
  seen_at: Stamp
  /** Keyed hash of the network for this event; null where limits are off. */
  network: string | null
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    event_categories: EventCategoriesTable
    events: EventsTable
    event_category_links: EventCategoryLinksTable
    event_artists: EventArtistsTable
    event_forms: EventFormsTable
    event_visits: EventVisitsTable
    event_watchers: EventWatchersTable
  }
}
