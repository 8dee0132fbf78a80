import type { Cart } from '@kartis/domain/availability.ts'
import type { Db } from '../../../platform/database/db.ts'
import { type BatchQueueOptions, type BatchQueue, createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import type { ReservationWriter } from './reservation-writer.ts'
import { createSnapshotCache } from './snapshot-cache.ts'
import { reserveBatch } from './reserve-batch.ts'

export { holdDirect, sellDirect } from './direct-sale.ts'
export type { BatchQueue } from '../../../platform/concurrency/batch-queue.ts'
export { ticketStock } from './ticket-stock.ts'
export { inLockOrder, releaseHeld, returnSold, sellHeld, type StockChange } from './stock-queries.ts'
export type { ReservationWriter, Records, Terms } from './reservation-writer.ts'
export type { Snapshot } from './snapshot.ts'

/**
 * The hold engine of this process: carts enter by event, and each answer comes after its commit. What is written
 * beside the counters is the keeper's business.
 */
export const createReservationQueue = <Ask extends Cart, Answer>(
  platform: { readonly db: Db; readonly clock: () => Date },
  keeper: ReservationWriter<Ask, Answer>,
  options?: BatchQueueOptions,
): BatchQueue<Ask, Answer> => {
  const engine = { db: platform.db, clock: platform.clock, snapshots: createSnapshotCache(), keeper }
  return createBatchQueue((eventId, asks) => reserveBatch(engine, eventId, asks), options)
}
