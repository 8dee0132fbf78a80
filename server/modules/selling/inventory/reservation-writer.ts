import type { Cart, SeatsByType, Stock } from '@kartis/domain/availability.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { IdempotencyKey } from '../../../platform/http/idempotency.ts'
import type { Snapshot } from './snapshot.ts'
import type { StockChange, StockRow } from './stock-queries.ts'

/** What a decision needs beyond the counters: coupons by key, and what phones hold or bought before. */
export type Terms = Pick<Stock, 'coupons' | 'bought'>

/** A cart that becomes an order. */
export interface NumberedCart extends Cart {
  /** Of the order to be. */
  readonly id: string
  readonly idempotencyKey?: IdempotencyKey | undefined
}

/** The carts of one batch that were accepted, with the facts on which they were accepted. */
export interface AcceptedCarts<Request extends NumberedCart> {
  readonly snapshot: Snapshot
  readonly terms: Terms
  /** In order of arrival. */
  readonly requests: readonly Request[]
  /** Their seats, in the same order; inventory takes them. */
  readonly seats: readonly (SeatsByType | undefined)[]
  /** Uses of coupons that they take: coupon id to count. */
  readonly uses: ReadonlyMap<string, number>
}

/**
 * What the owner of the orders does inside a batch's transaction. Every method runs while the counters of the event are
 * locked by this transaction.
 */
export interface ReservationWriter<Request extends NumberedCart, Reserved> {
  /** Results of requests that were answered before (same idempotency key), in their order; undefined for a new one. */
  findRepeats(
    tx: Tx,
    eventId: string,
    requests: readonly Request[],
  ): Promise<readonly (Reserved | Refusal | undefined)[]>
  /** Locks and reads the phones and coupons that the requests name. Called again after expired holds were released. */
  lockTerms(tx: Tx, snapshot: Snapshot, requests: readonly Request[]): Promise<Terms>
  /** Ends expired holds of the event, returns their tickets through `releaseHeld`, and says how many of each type. */
  releaseExpired(tx: Tx, eventId: string, now: Date): Promise<readonly StockChange[]>
  /**
   * Sends the statements that write the accepted carts, so that they travel with the commit; none of them may need an
   * answer first. The returned function is called after the commit and gives one result for each request, in their
   * order. It must not throw: the reservations exist by then.
   */
  write(tx: Tx, accepted: AcceptedCarts<Request>): Promise<() => Promise<readonly Reserved[]>>
}

/** The counters as the last batch of each event left them. They may be stale: the write validates them. */
export interface SnapshotCache {
  get(eventId: string): readonly StockRow[] | undefined
  set(eventId: string, rows: readonly StockRow[]): unknown
  delete(eventId: string): unknown
}

/** What every batch of this process works with. */
export interface BatchContext<Request extends NumberedCart, Reserved> {
  readonly db: Db
  readonly clock: () => Date
  readonly writer: ReservationWriter<Request, Reserved>
  readonly snapshots: SnapshotCache
}
