import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { addHeld, addSold, inLockOrder, lockLeft, type StockChange } from './stock-queries.ts'

/** Locks the counters of the types asked for, then refuses the change or adds it, all of it or nothing. */
const takeDirect = async (
  tx: Tx,
  eventId: string,
  changes: readonly StockChange[],
  add: typeof addSold,
): Promise<Refusal | undefined> => {
  const ordered = inLockOrder(changes)
  const left = await lockLeft(
    tx,
    eventId,
    ordered.map(({ typeId }) => typeId),
  )
  if (ordered.some(({ typeId }) => !left.has(typeId))) return refuse('not_found')
  if (ordered.some(({ typeId, quantity }) => quantity > (left.get(typeId) ?? 0)))
    return refuse('sold_out', { detail: { left: Object.fromEntries(left) } })
  await add(tx, eventId, ordered)
  return undefined
}

/**
 * Sells without a hold before: invitations, the box office, late payments. All of it or nothing; several carts of one
 * event may be passed together. `sold_out` with what is left of each type asked for, `not_found` for an unknown type.
 */
export const sellDirect = (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<Refusal | undefined> =>
  takeDirect(tx, eventId, changes, addSold)

/** As `sellDirect`, but held until it is sold or released: a box-office sale whose card has yet to be read. */
export const holdDirect = (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<Refusal | undefined> =>
  takeDirect(tx, eventId, changes, addHeld)
