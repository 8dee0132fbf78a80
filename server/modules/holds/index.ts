import type { Basket } from '@kartis/domain/availability.ts'
import type { Db } from '../../kernel/db.ts'
import { type LaneOptions, type Lanes, openLanes } from './lane.ts'
import { type Keeper, takeBaskets } from './take-baskets.ts'

export { holdDirect, sellDirect } from './direct-sale.ts'
export { type Lanes, openLanes } from './lane.ts'
export { setTotal } from './set-total.ts'
export { deleteStock, inLockOrder, releaseHeld, returnSold, sellHeld, type StockChange } from './stock-queries.ts'
export type { Keeper, Sheet, Terms } from './take-baskets.ts'

/**
 * The hold engine of this process: baskets enter by event, and each answer comes after its commit. What is written
 * beside the counters is the keeper's business.
 */
export const createLanes = <Ask extends Basket, Answer>(
  kernel: { readonly db: Db; readonly clock: () => Date },
  keeper: Keeper<Ask, Answer>,
  options?: LaneOptions,
): Lanes<Ask, Answer> =>
  openLanes((eventId, asks) => takeBaskets(kernel.db, kernel.clock, keeper, eventId, asks), options)
