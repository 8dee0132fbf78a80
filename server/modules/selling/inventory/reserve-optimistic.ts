import { decideCarts } from '@kartis/domain/availability.ts'
import { codeOf, UNIQUE_VIOLATION } from '../../../platform/database/error-code.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { BatchContext, NumberedCart } from './reservation-writer.ts'
import { snapshotOf, stockOf, withTaken } from './snapshot.ts'
import { addHeldIfUnchanged, STOCK_CHANGED } from './stock-queries.ts'

/** A counter, a type or the event changed meanwhile; or one of the requests was answered before (same idempotency key). */
const CONFLICTS: ReadonlySet<string> = new Set([STOCK_CHANGED, UNIQUE_VIOLATION])

const needsLock = ({ coupon, seatItems }: NumberedCart): boolean => coupon !== undefined || seatItems !== undefined

/**
 * Reserves a batch without reading first, in one round trip: decides on the counters that the batch before left behind,
 * and writes if they are still so. It only ever accepts a whole batch. Undefined when a cart would be refused, when
 * coupons, seats or limits per phone are involved (they need locks of their own), or when something changed: nothing is written
 * then, and `reserveLocked` decides.
 */
export const reserveOptimistic = async <Request extends NumberedCart, Reserved>(
  { db, clock, snapshots, writer }: BatchContext<Request, Reserved>,
  eventId: string,
  requests: readonly Request[],
): Promise<readonly Reserved[] | undefined> => {
  const rows = snapshots.get(eventId)
  if (!rows || rows[0]?.seated) return undefined
  const snapshot = snapshotOf(eventId, rows, clock())
  if (snapshot.limitsPhones || requests.some(needsLock)) return undefined
  const { refusals, taken, seats, uses } = decideCarts(stockOf(rows, snapshot.now), requests)
  if (refusals.some((refusal) => refusal !== undefined)) return undefined
  const versions = new Map(rows.map((row) => [row.type_id, row.version]))
  const changes = [...taken].map(([typeId, quantity]) => ({ typeId, quantity, version: versions.get(typeId) ?? '' }))
  try {
    const reserved = await inTransaction(db, async (tx) => {
      await addHeldIfUnchanged(tx, eventId, changes)
      return writer.write(tx, { snapshot, terms: {}, requests, seats, uses })
    })
    snapshots.set(eventId, withTaken(rows, taken))
    return await reserved()
  } catch (error) {
    snapshots.delete(eventId)
    if (CONFLICTS.has(codeOf(error))) return undefined
    throw error
  }
}
