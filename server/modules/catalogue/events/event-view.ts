import type { Category, Event } from '@kartis/contract/events.ts'
import {
  eventPhase,
  isSummaryAvailable,
  type EventPhase,
  publishReadiness,
  type TypeOnPage,
} from '@kartis/domain/event.ts'
import type { PublicEventBrief } from '@kartis/contract/public-events.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import { can, type Role } from '@kartis/domain/permissions.ts'
import { hasFreeType, priceFrom } from '@kartis/domain/price-from.ts'
import { offeredTickets } from '@kartis/domain/revenue.ts'
import { leftOf, saleState } from '@kartis/domain/ticket-type.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { CategoryRow } from './event-links-queries.ts'
import type { Keys } from '../../../platform/security/keys.ts'
import type { EventRow } from './events-queries.ts'
import { previewUrl } from './preview.ts'
import type { TypeCountersRow, TypeStockRow } from './statistics-queries.ts'

/** Its name is a text of the catalogues; a test names the slugs of the database. */
export const viewCategory = (row: CategoryRow, lang: Lang): Category => ({
  uuid: row.id,
  slug: row.slug,
  name: translatorFor(lang)(`catalogue:category.${row.slug as 'shows'}`),
})

/** As the sale page offers it: never more than there are seats that a buyer could take. */
const typeOnPage = (row: TypeStockRow, now: Date): TypeOnPage => {
  const left = Math.min(leftOf(row), row.seats_left ?? Number.POSITIVE_INFINITY)
  return {
    left,
    total: row.held + row.sold + left,
    saleState: saleState({ type: row.type, saleStartsAt: row.sale_starts_at, saleEndsAt: row.sale_ends_at }, now, left),
  }
}

export const phaseOf = (event: EventRow, types: readonly TypeStockRow[], now: Date): EventPhase =>
  eventPhase(
    { status: event.status, startsAt: event.starts_at, endsAt: event.ends_at },
    types.filter((type) => type.type === 'regular').map((type) => typeOnPage(type, now)),
    now,
  )

/** The price that the event shows, in shekels; null without a public ticket type. */
export const priceOf = (
  types: readonly TypeStockRow[],
  now: Date,
): Pick<PublicEventBrief, 'price_from' | 'has_free_type'> => {
  const priced = types.map((type) => ({ price: type.price, state: typeOnPage(type, now).saleState }))
  const price = priceFrom(priced)
  return { price_from: price === undefined ? null : toShekels(price), has_free_type: hasFreeType(priced) }
}

export interface EventFacts {
  readonly types: readonly TypeStockRow[]
  /** The counters behind the sales, as the statistics read them; empty for those who may not see sales. */
  readonly counters: readonly TypeCountersRow[]
  /** Agorot. */
  readonly revenue: number
  /** Valid tickets of invitations. */
  readonly invited: number
  readonly categories: number
  readonly images: number
  readonly publicUrl: string
  readonly keys: Pick<Keys, 'hmac'>
  readonly role: Role
  readonly now: Date
}

export const missingOf = (event: EventRow, facts: Pick<EventFacts, 'types' | 'categories' | 'images' | 'now'>) =>
  publishReadiness(
    {
      name: event.name,
      startsAt: event.starts_at,
      endsAt: event.ends_at,
      categories: facts.categories,
      hasPlace: [event.address_city, event.address_description, event.address_street, event.venue_id].some(Boolean),
      ticketTypes: facts.types.length,
      images: facts.images,
      hasDescription: event.description !== '',
      lacksSeating: event.kind === 'seats' && !event.has_seating,
    },
    facts.now,
  ).missing

export const saleUrl = (publicUrl: string, event: { slug: string }): string => `${publicUrl}/order/${event.slug}`

const viewCan = (event: EventRow, { role, now }: EventFacts): Event['can'] => ({
  edit: can(role, 'event.edit') && event.status !== 'archived',
  publish: can(role, 'event.publish') && event.status === 'draft' && event.ends_at > now,
  unpublish: can(role, 'event.publish') && event.status === 'published',
  archive: can(role, 'event.archive') && event.status !== 'archived',
  scan: can(role, 'ticket.scan') && event.status !== 'archived',
  see_money: can(role, 'event.statistics'),
})

export const viewEvent = (event: EventRow, facts: EventFacts): Event => ({
  uuid: event.id,
  slug: event.slug,
  kind: event.kind,
  name: event.name,
  description: event.description,
  starts_at: event.starts_at.toISOString(),
  ends_at: event.ends_at.toISOString(),
  timezone: event.timezone,
  status: event.status,
  phase: phaseOf(event, facts.types, facts.now),
  venue_uuid: event.venue_id,
  venue: event.venue_name ?? event.address_description,
  address_description: event.address_description,
  address_street: event.address_street,
  address_street_number: event.address_street_number,
  address_city: event.address_city,
  sale_url: saleUrl(facts.publicUrl, event),
  preview_url:
    event.status === 'draft' && can(facts.role, 'event.edit') ? previewUrl(facts.keys, facts.publicUrl, event) : null,
  published_at: event.published_at?.toISOString() ?? null,
  cancelled_at: event.cancelled_at?.toISOString() ?? null,
  created_at: event.created_at.toISOString(),
  updated_at: event.updated_at.toISOString(),
  texts: event.texts,
  missing: missingOf(event, facts),
  sales: can(facts.role, 'event.statistics')
    ? {
        sold: sum(facts.counters.map((type) => type.sold)) - facts.invited,
        invited: facts.invited,
        total: offeredTickets(facts.counters).total,
        sum_total_amount: toShekels(facts.revenue),
      }
    : null,
  summary_available: can(facts.role, 'report.read') && isSummaryAvailable({ endsAt: event.ends_at }, facts.now),
  can: viewCan(event, facts),
})
