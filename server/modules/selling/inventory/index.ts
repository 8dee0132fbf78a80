import type { Basket } from '@kartis/domain/availability.ts'
import type { Db } from '../../../platform/database/db.ts'
import { type LaneOptions, type Lanes, openLanes } from '../../../platform/concurrency/batch-queue.ts'
import type { Keeper } from './reservation-writer.ts'
import { openMemory } from './snapshot-cache.ts'
import { takeBaskets } from './reserve-batch.ts'

export { holdDirect, sellDirect } from './direct-sale.ts'
export { type Lanes, openLanes } from '../../../platform/concurrency/batch-queue.ts'
export { setTotal } from './set-total.ts'
export { deleteStock, inLockOrder, releaseHeld, returnSold, sellHeld, type StockChange } from './stock-queries.ts'
export type { Keeper, Records, Terms } from './reservation-writer.ts'
export type { Sheet } from './snapshot.ts'

/**
 * The hold engine of this process: baskets enter by event, and each answer comes after its commit. What is written
 * beside the counters is the keeper's business.
 */
export const createLanes = <Ask extends Basket, Answer>(
  kernel: { readonly db: Db; readonly clock: () => Date },
  keeper: Keeper<Ask, Answer>,
  options?: LaneOptions,
): Lanes<Ask, Answer> => {
  const engine = { db: kernel.db, clock: kernel.clock, memory: openMemory(), keeper }
  return openLanes((eventId, asks) => takeBaskets(engine, eventId, asks), options)
}
