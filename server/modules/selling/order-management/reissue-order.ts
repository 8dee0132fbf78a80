import { isSold } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { lockOrder, type OrderKey, recordOrderChange } from '../orders/index.ts'
import { lockTickets, reissueTickets, type TicketRow } from '../ticketing/index.ts'

/** The valid tickets that were asked for, all of them without a choice. */
const chosen = (valid: readonly TicketRow[], uuids: readonly string[] | undefined): string[] | Refusal => {
  const ids = valid.map(({ id }) => id)
  if (uuids === undefined) return ids
  const unknown = uuids.findIndex((uuid) => !ids.includes(uuid.toLowerCase()))
  return unknown === -1
    ? [...new Set(uuids.map((uuid) => uuid.toLowerCase()))]
    : refuseField(`ticket_uuids.${unknown}`, 'unknown_option')
}

/**
 * Issues valid tickets of a sold order anew: their codes of before are refused at every gate. Links and numbers stay.
 * `order_state`, `validation` for tickets that are not valid tickets of the order.
 */
export const reissueOrder = (
  platform: Platform,
  key: OrderKey,
  uuids: readonly string[] | undefined,
  userId: string,
  now: Date,
): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return refuse('not_found')
    const valid = (await lockTickets(tx, key.eventId, key.orderId)).filter(({ status }) => status === 'valid')
    if (!isSold(order.status) || valid.length === 0) return refuse('order_state', { detail: { status: order.status } })
    const ids = chosen(valid, uuids)
    if (isRefusal(ids)) return ids
    await recordOrderChange(platform, tx, order, { kind: 'reissued', detail: { tickets: ids.length }, userId, now })
    await reissueTickets(tx, key.eventId, ids)
    return undefined
  })
