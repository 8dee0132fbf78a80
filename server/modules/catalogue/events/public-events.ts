import type { PublicEvent, PublicEventBrief } from '@kartis/contract/public-events.ts'
import { cancellationTerms } from '@kartis/domain/cancellation.ts'
import { CANCELLATION } from '@kartis/domain/limits.ts'
import { toShekels } from '@kartis/domain/money.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Db } from '../../../platform/database/db.ts'
import { textIn } from '../../../platform/database/localized-text.ts'
import { organiserOf } from '../../people/accounts/index.ts'
import { attachmentsOf } from '../../people/attachments/index.ts'
import { publicFormsByIds } from '../forms/index.ts'
import { artistsOf, categoriesOf, formIdsOf } from './event-links-queries.ts'
import { placeIn } from './event-place.ts'
import { phaseOf, priceOf, saleUrl, viewCategory } from './event-view.ts'
import type { EventRow } from './events-queries.ts'
import { movedFromOf } from './moved-from.ts'
import type { EventsPlatform } from './extensions.ts'
import { typeStockOf } from './statistics-queries.ts'

/** Events as cards of the public list. */
export const showPublicBriefs = async (
  platform: EventsPlatform,
  db: Db,
  rows: readonly EventRow[],
  lang: Lang,
  now: Date,
): Promise<PublicEventBrief[]> => {
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const [types, categories, attachments] = await Promise.all([
    typeStockOf(db, ids),
    categoriesOf(db, ids),
    attachmentsOf(platform, 'event', ids, db),
  ])
  return rows.map((event) => {
    const ownTypes = types.filter((type) => type.event_id === event.id)
    return {
      uuid: event.id,
      slug: event.slug,
      name: textIn(event.texts, lang, 'name') ?? event.name,
      starts_at: event.starts_at.toISOString(),
      ends_at: event.ends_at.toISOString(),
      timezone: event.timezone,
      phase: phaseOf(event, ownTypes, now),
      ...placeIn(event, lang),
      categories: categories.filter((row) => row.event_id === event.id).map((row) => viewCategory(row, lang)),
      attachments: attachments.get(event.id) ?? [],
      ...priceOf(ownTypes, now),
      url: saleUrl(platform.settings.publicUrl, event),
    }
  })
}

/** One event as its sale page needs it. */
export const showPublicEvent = async (
  platform: EventsPlatform,
  db: Db,
  event: EventRow,
  lang: Lang,
  now: Date,
): Promise<PublicEvent | undefined> => {
  const [briefs, artists, formLinks, ticketTypes, organiser, seatMap] = await Promise.all([
    showPublicBriefs(platform, db, [event], lang, now),
    artistsOf(db, [event.id]),
    formIdsOf(db, [event.id]),
    platform.extensions.publicTicketTypes(db, event, lang, now),
    organiserOf(db, event.account_id, lang),
    event.kind === 'seats' ? platform.extensions.seatMap(db, event.id) : null,
  ])
  const [brief] = briefs
  if (!brief || !organiser) return undefined
  const forms = await publicFormsByIds(
    db,
    event.account_id,
    formLinks.map((link) => link.form_id),
    lang,
  )
  return {
    ...brief,
    moved_from: movedFromOf(event),
    description: textIn(event.texts, lang, 'description') ?? event.description,
    artists: artists.map((row) => textIn(row.texts, lang, 'name') ?? row.name),
    settings: {
      ...event.settings,
      accessibility: textIn(event.texts, lang, 'accessibility') ?? event.settings.accessibility,
    },
    events_tickets: ticketTypes,
    forms,
    seat_map: seatMap,
    organiser: {
      ...organiser,
      phone: event.settings.contact_phone || organiser.phone,
      email: event.settings.contact_email || organiser.email,
    },
    cancellation: {
      last_day: cancellationTerms({
        boughtAt: now,
        eventStartsAt: event.starts_at,
        timeZone: event.timezone,
        total: 0,
        isFree: ticketTypes.length > 0 && ticketTypes.every(({ price }) => price === 0),
        producerDays: event.settings.cancellation_days ?? null,
      }).lastDay,
      fee_percent: CANCELLATION.feeBasisPoints / 100,
      fee_max: toShekels(CANCELLATION.maxFeeAgorot),
    },
  }
}
