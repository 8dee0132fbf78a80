import type { Refusal } from '@kartis/domain/refusal.ts'
import { LRUCache } from 'lru-cache'
import type { Platform } from '../../../platform/platform.ts'
import { CACHE_SIZES } from '../../../platform/config/cache-sizes.ts'
import { createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import type { NumberedCart, ReservationWriter } from './reservation-writer.ts'
import { reserveBatch } from './reserve-batch.ts'
import type { StockRow } from './stock-queries.ts'

export { changeCart } from './change-cart.ts'
export { sellDirect } from './direct-sale.ts'
export {
  readSeats,
  returnTicketSeats,
  sellHeldSeats,
  sellNumberedSeats,
  type SeatOfTicket,
  type SeatsOfOrders,
} from './seats/order-seats.ts'
export { releaseSeats } from './seats/seats-queries.ts'
export type { PrintedSeat } from './seats/seat-plan.ts'
export { findSeatsAgain } from './seats/take-again.ts'
export { eventSeats } from './seats/seat-rows.ts'
export { type Leaving, moveSeats } from './seats/move-seats.ts'
export { type MovePlanner, planMoves } from './seats/plan-moves.ts'
export { takeDirect, type DirectSeats } from './seats/take-direct.ts'
export { ticketStock } from './ticket-stock.ts'
export { releaseHeld, returnSold, sellHeld, type StockChange } from './stock-queries.ts'
export type { AcceptedCarts, NumberedCart, ReservationWriter, Terms } from './reservation-writer.ts'
export type { Snapshot } from './snapshot.ts'

export interface Inventory<Request extends NumberedCart, Reserved> {
  /**
   * Holds a cart's tickets, all or nothing, in order of arrival; resolves when that is durable. The refusals are those of
   * `decideCarts`, `not_found` for an event that is not published, and `overloaded` when too many requests wait.
   */
  reserve(eventId: string, request: Request): Promise<Reserved | Refusal>
  /** Resolves when every request has its result. */
  idle(): Promise<void>
}

/** Reservations of this process, gathered into batches by event; `writer` writes the orders of accepted carts. */
export const createInventory = <Request extends NumberedCart, Reserved>(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  writer: ReservationWriter<Request, Reserved>,
): Inventory<Request, Reserved> => {
  const context = {
    db,
    clock,
    writer,
    snapshots: new LRUCache<string, readonly StockRow[]>({ max: CACHE_SIZES.stock }),
  }
  const queue = createBatchQueue<Request, Reserved>((eventId, requests) => reserveBatch(context, eventId, requests))
  return { reserve: (eventId, request) => queue.submit(eventId, request), idle: () => queue.idle() }
}
