import type { AdmissionChanges, ListedTicket } from '@kartis/contract/admission-list.ts'
import type { Role } from '@kartis/domain/permissions.ts'
import { createCache } from '../../../platform/concurrency/cache.ts'
import { CACHE_SIZES } from '../../../platform/config/cache-sizes.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { lastChangeOf } from '../../selling/ticketing/index.ts'
import { readChanges, readListed, readNow } from './list-queries.ts'
import { countersOf, viewEvent, viewListed } from './show-list.ts'

/** Changes of one reply: a device that slept longer asks again. */
const CHANGES_PAGE = 2000
/** Devices that were without a network together ask for the same pages within this time. */
const PAGE_MS = 10_000

interface Page {
  readonly tickets: readonly ListedTicket[]
  readonly isGap: boolean
}

type ShowChanges = (event: EventRow, after: number, role: Role) => Promise<AdmissionChanges>

/**
 * Gives what has changed since a number that the device has, with the event as it is now. Devices that ask for the same
 * changes share one read: those between two numbers stay the same, and a ticket that changes meanwhile has a higher one.
 */
export const createChanges = (platform: Platform): ShowChanges => {
  const { db } = platform
  const pages = createCache<Page>({ ttlMs: PAGE_MS, max: CACHE_SIZES.changePages, isCacheable: ({ isGap }) => !isGap })
  const read = async (eventId: string, after: number, upTo: number): Promise<Page> => {
    const { tickets, isGap } = await readChanges(db, eventId, after, upTo)
    return {
      isGap,
      tickets: isGap || tickets.length === 0 ? [] : (await readListed(db, eventId, tickets)).map(viewListed),
    }
  }
  const pageOf = async (eventId: string, after: number, last: number): Promise<Page & { readonly upTo: number }> => {
    if (after > last) return { isGap: true, tickets: [], upTo: last }
    const upTo = Math.min(last, after + CHANGES_PAGE)
    if (upTo === after) return { isGap: false, tickets: [], upTo }
    return { ...(await pages.getOrLoad(`${eventId} ${after} ${upTo}`, () => read(eventId, after, upTo))), upTo }
  }
  return async (event, after, role) => {
    // Before the tickets are read: what changes meanwhile is sent next time.
    const [asOf, last] = [await readNow(db), await lastChangeOf(db, event.id)]
    const [page, facts, counters] = await Promise.all([
      pageOf(event.id, after, last),
      viewEvent(platform, event, role),
      countersOf(platform, event.id),
    ])
    return {
      ...facts,
      tickets: [...page.tickets],
      scan_statistics: counters,
      seq: page.upTo,
      gap: page.isGap,
      more: page.upTo < last,
      as_of: asOf.toISOString(),
    }
  }
}
