import type { Attachment } from '@kartis/contract/attachments.ts'
import type { PaymentOffer } from '@kartis/domain/payment-offer.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createCache } from '../../../platform/concurrency/cache.ts'
import { CACHE_SIZES } from '../../../platform/config/cache-sizes.ts'
import { attachmentsOf } from '../../people/attachments/index.ts'
import { anyEventRow, type EventRow } from '../../catalogue/events/index.ts'
import { type TypeNames, typeNamesIn } from '../../catalogue/ticket-types/index.ts'
import { type SeatNamesIn, seatNamesIn } from '../../catalogue/seating/index.ts'
import { offersOfEvents } from '../../payments/payments/index.ts'

/** What an order's page shows of its event: the same for all buyers with the same language. */
export interface EventFacts {
  readonly event: EventRow
  readonly images: readonly Attachment[]
  readonly typeNames: TypeNames
  readonly seatNames: SeatNamesIn
  /** What the payment pages of its new payments offer; undefined while it has no terminal. */
  readonly offer: PaymentOffer | undefined
}

export interface EventFactsCache {
  /** Milliseconds for which facts may be stale; 0 reads them each time. */
  readonly ttlMs: number
  /** undefined when the event does not exist. */
  get(eventId: string, lang: Lang): Promise<EventFacts | undefined>
}

const readFacts = async (platform: Platform, eventId: string, lang: Lang): Promise<EventFacts | undefined> => {
  const [event, images, typeNames, seatNames, offers] = await Promise.all([
    anyEventRow(platform.db, eventId),
    attachmentsOf(platform, 'event', [eventId]),
    typeNamesIn(platform.db, [eventId], lang),
    seatNamesIn(platform.db, [eventId], lang),
    offersOfEvents(platform.db, [eventId]),
  ])
  return event && { event, images: images.get(eventId) ?? [], typeNames, seatNames, offer: offers.get(eventId) }
}

export const createEventFacts = (platform: Platform, ttlMs: number): EventFactsCache => {
  const cache = createCache<EventFacts | undefined>({ ttlMs, max: CACHE_SIZES.eventFacts })
  return {
    ttlMs,
    get: (eventId, lang) => {
      const read = () => readFacts(platform, eventId, lang)
      // Without a TTL concurrent reads are not shared either, so that each caller sees its own earlier writes.
      return ttlMs > 0 ? cache.getOrLoad(`${eventId} ${lang}`, read) : read()
    },
  }
}
