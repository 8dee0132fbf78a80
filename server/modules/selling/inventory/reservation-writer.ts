import type { Cart, Stock } from '@kartis/domain/availability.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { SnapshotCache } from './snapshot-cache.ts'
import type { Snapshot } from './snapshot.ts'
import type { StockChange, Writing } from './stock-queries.ts'

/** What the decision needs beyond the stock: coupons by key, and what phones hold or bought before. */
export type Terms = Pick<Stock, 'coupons' | 'bought'>

/** What is written of accepted carts, and how it is told. */
export interface Records<Answer> extends Writing {
  /** From what the statement told: one answer for each cart, in their order. It is on the disk: throws nothing. */
  readonly answers: (told: string) => readonly Answer[]
  /** What lies elsewhere and is written in the same transaction, travelling with it. */
  readonly beside?: (tx: Tx) => Promise<void>
}

/** What the keeper of orders does inside the batch's own transaction, while the stock is locked. */
export interface ReservationWriter<Ask extends Cart, Answer> {
  /** Asks that were answered before (the same idempotency key), in their order; undefined for a new one. */
  answered(tx: Tx, eventId: string, asks: readonly Ask[]): Promise<readonly (Answer | Refusal | undefined)[]>
  /** Locks and reads what the asks name beside tickets. Called with the stock locked, and again after a reclaim. */
  terms(tx: Tx, snapshot: Snapshot, asks: readonly Ask[]): Promise<Terms>
  /** Ends holds whose time is over and says what they give back. The counters are moved by it, through releaseHeld. */
  reclaim(tx: Tx, eventId: string, now: Date): Promise<readonly StockChange[]>
  /**
   * What the accepted carts write, with the statement that takes their tickets. It fails with a unique violation where
   * one of them was answered before.
   */
  records(snapshot: Snapshot, terms: Terms, accepted: readonly Ask[]): Records<Answer>
  /** Takes the uses of coupons that the accepted carts name, by the coupon's id. */
  use(tx: Tx, eventId: string, uses: ReadonlyMap<string, number>): Promise<void>
}

/** What every batch of this process works with. */
export interface Engine<Ask extends Cart, Answer> {
  readonly db: Db
  readonly clock: () => Date
  readonly snapshots: SnapshotCache
  readonly keeper: ReservationWriter<Ask, Answer>
}
