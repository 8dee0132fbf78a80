import type { Attachment } from '@kartis/contract/attachments.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createCache } from '../../../platform/concurrency/cache.ts'
import { CACHE_SIZES } from '../../../platform/config/cache-sizes.ts'
import { attachmentsOf } from '../../people/attachments/index.ts'
import { anyEventRow, type EventRow } from '../../catalogue/events/index.ts'
import { type TypeNames, typeNamesIn } from '../../catalogue/ticket-types/index.ts'

/** What an order's page says of its event: the same for all buyers who read one language. */
export interface EventFacts {
  readonly event: EventRow
  readonly images: readonly Attachment[]
  readonly typeNames: TypeNames
}

const openStore = (keep: number) => ({
  /** Milliseconds for which facts are kept. */
  keep,
  cache: createCache<EventFacts | undefined>({ ttlMs: keep, max: CACHE_SIZES.eventFacts }),
})

const stores = new WeakMap<Platform, ReturnType<typeof openStore>>()

/** From now on what was read is kept for so many milliseconds; 0, as without this call, keeps nothing. */
export const keepEventFacts = (platform: Platform, keep: number): void => {
  stores.set(platform, openStore(keep))
}

/** How long facts are kept, and so what is made of them. */
export const factsKeptFor = (platform: Platform): number => stores.get(platform)?.keep ?? 0

const readFacts = async (platform: Platform, eventId: string, lang: Lang): Promise<EventFacts | undefined> => {
  const [event, images, typeNames] = await Promise.all([
    anyEventRow(platform.db, eventId),
    attachmentsOf(platform, 'event', [eventId]),
    typeNamesIn(platform.db, [eventId], lang),
  ])
  return event && { event, images: images.get(eventId) ?? [], typeNames }
}

export const eventFactsOf = async (
  platform: Platform,
  eventId: string,
  lang: Lang,
): Promise<EventFacts | undefined> => {
  const read = () => readFacts(platform, eventId, lang)
  const store = stores.get(platform)
  // Where nothing is kept nothing is shared either: everybody reads what is true when he asks.
  return store && store.keep > 0 ? store.cache.getOrLoad(`${eventId} ${lang}`, read) : read()
}
