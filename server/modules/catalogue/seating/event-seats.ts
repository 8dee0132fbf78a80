import type { SeatChannel } from '@kartis/domain/seats.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { SeatingEventData } from './domain-events.ts'

/** What changes of some seats; what is left out stays. */
export interface SeatSale {
  readonly for_sale?: boolean | undefined
  readonly channel?: SeatChannel | undefined
  readonly note?: string | undefined
  /** When the seats open for everybody; null ends an opening that was set, and so does another channel or sale. */
  readonly opens_at?: Date | null | undefined
}

/** What a change of the map means for the rows; `seat_no` is the name of each. */
export interface SeatRowChanges {
  readonly rev: number
  /** JSON texts, as of `SeatRow`. */
  readonly changed: readonly string[]
  readonly added: readonly string[]
  readonly removed: readonly number[]
}

/** A place as it becomes a row; lists of them travel as JSON texts of at most a few thousand. */
export interface SeatRow {
  readonly seat_no: number
  readonly place: string
  readonly category: string
  readonly section: string
  readonly row_label: string
  readonly label: string
  readonly flags: number
}

/**
 * The rows of an event's seats. Inventory owns them and stands later in the module order, so they are passed when the
 * module is built. Every write follows `lockClock` in its transaction.
 */
export interface EventSeats {
  /** Locks the clock of the event's seats, which is created with the first map. */
  lockClock(tx: Tx, eventId: string): Promise<void>
  /** The revision that the writes of this transaction carry. */
  nextRevision(tx: Tx, eventId: string): Promise<number>
  /** The seats of a new map instead of those before. The caller has seen that none of them is held or sold. */
  replace(tx: Tx, eventId: string, seats: readonly string[]): Promise<void>
  /** Applies a change of the map; new places are not for sale. */
  change(tx: Tx, eventId: string, changes: SeatRowChanges): Promise<void>
  /** Sets the producer's side of some seats. */
  setSale(tx: Tx, eventId: string, seatNos: readonly number[], sale: SeatSale & { readonly rev: number }): Promise<void>
  /** Gives seats that are held another opening, or none: it counts once they are given back. */
  moveHeldOpening(
    tx: Tx,
    eventId: string,
    opening: { readonly from: Date; readonly to: Date | null; readonly rev: number },
  ): Promise<void>
  /**
   * Opens for everybody the seats whose time is `due` or earlier and that still wait for it; how many, and their revision.
   * Undefined: none.
   */
  open(tx: Tx, eventId: string, due: Date): Promise<SeatingEventData['seats.opened'] | undefined>
  /** The seats of another event without its sales, as free ones. */
  copy(tx: Tx, fromId: string, toId: string): Promise<void>
  /**
   * Bounds what each ticket type offers by its seats for sale, that of a standing area by the area's capacity; a type
   * without a category offers nothing. Locks the counters, so it comes after the seats.
   */
  boundStock(tx: Tx, eventId: string): Promise<void>
}
