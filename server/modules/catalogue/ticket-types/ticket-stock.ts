import type { Refusal } from '@kartis/domain/refusal.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'

/**
 * The counters behind ticket types. Inventory owns them and stands later in the module order, so it is passed when the
 * module is built.
 */
export interface TicketStock {
  /** Sets the number offered of a type and creates its counter on first use. `quantity_below_sold`. */
  setTotal(tx: Tx, eventId: string, typeId: string, total: number): Promise<Refusal | undefined>
  /** Deletes the counter of a type of which nothing was ever held or sold; false when it is in use. */
  remove(tx: Tx, eventId: string, typeId: string): Promise<boolean>
}

/** The dependencies of the actions on ticket types. */
export interface TicketTypeContext {
  readonly db: Db
  readonly newId: () => string
  readonly stock: TicketStock
}
