import { setTimeout } from 'node:timers/promises'
import { type BookDifference, compareBooks, readBookedEvents } from '../modules/settling/ledger/index.ts'
import type { Platform } from '../platform/platform.ts'

/** Events of one statement. */
const PAGE = 500
/** What was paid or refunded a moment ago is booked by a server a moment later: only what stays is a difference. */
const CHECKS = 3
const BETWEEN_MS = 700

const stillDifferent = async (platform: Platform, found: readonly BookDifference[]): Promise<BookDifference[]> => {
  let left = [...found]
  for (let check = 1; check < CHECKS && left.length > 0; check++) {
    await setTimeout(BETWEEN_MS)
    left = await compareBooks(platform.db, [...new Set(left.map(({ eventId }) => eventId))])
  }
  return left
}

interface LedgerFindings {
  /** Events that were compared. */
  readonly events: number
  readonly differences: readonly BookDifference[]
}

/** Compares every event with the ledger, in all sums that payments and ledger both have. */
export const examineLedger = async (platform: Platform): Promise<LedgerFindings> => {
  const found: BookDifference[] = []
  let events = 0
  for (let after: string | null = null, more = true; more;) {
    const ids = await readBookedEvents(platform.db, after, PAGE)
    found.push(...(await compareBooks(platform.db, ids)))
    events += ids.length
    after = ids.at(-1) ?? null
    more = ids.length === PAGE
  }
  return { events, differences: await stillDifferent(platform, found) }
}
