import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { addHeld, addSold, inLockOrder, lockLeft, type StockChange } from './stock-queries.ts'

/** `left` of a `sold_out`: ticket type uuid to the number still for sale. */
export const soldOut = (left: Readonly<Record<string, number>>): Refusal => refuse('sold_out', { detail: { left } })

/** Locks what is asked for; refuses it or adds it to a counter, all of it or nothing. */
const take = async (
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
    return soldOut(Object.fromEntries(left))
  await add(tx, eventId, ordered)
  return undefined
}

/**
 * Sells without a hold before: invitations, the box office, money that came late. All of it or nothing; several
 * carts of one event may be given together. `sold_out` names what is left of each type asked for.
 */
export const sellDirect = (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<Refusal | undefined> =>
  take(tx, eventId, changes, addSold)

/** The same for a buyer whose card has yet to be read: held until it is sold or released. */
export const holdDirect = (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<Refusal | undefined> =>
  take(tx, eventId, changes, addHeld)
