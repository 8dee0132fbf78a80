import { canMove, type OrderState } from '@kartis/domain/order.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { insertHistory, type OrderChange, type OrderRow, updateOrder } from './orders-queries.ts'

export interface Move {
  readonly to: OrderState
  /** What the history says; the new state unless told. */
  readonly kind?: string
  readonly detail?: Readonly<Record<string, unknown>>
  /** Who moved it, where that is a signed-in person. */
  readonly userId?: string | null
  readonly columns?: OrderChange
}

/** Writes what happened to an order that stays in its state. */
export const recordOrderChange = (
  platform: Platform,
  tx: Tx,
  order: Pick<OrderRow, 'event_id' | 'id'>,
  kind: string,
  now: Date,
  more: { detail?: Readonly<Record<string, unknown>>; userId?: string | null } = {},
): Promise<void> =>
  insertHistory(tx, [
    {
      eventId: order.event_id,
      orderId: order.id,
      id: platform.newId(),
      kind,
      detail: more.detail ?? {},
      userId: more.userId ?? null,
      at: now,
    },
  ])

/** The only way from state to state: the table of the rules is asked, the move is written down. The caller holds the order's lock. */
export const changeOrderState = async (
  platform: Platform,
  tx: Tx,
  order: OrderRow,
  move: Move,
  now: Date,
): Promise<void> => {
  if (!canMove(order.status, move.to)) throw new Error(`an order cannot go from ${order.status} to ${move.to}`)
  await updateOrder(tx, { eventId: order.event_id, orderId: order.id }, { ...move.columns, status: move.to })
  await recordOrderChange(platform, tx, order, move.kind ?? move.to, now, move)
}
