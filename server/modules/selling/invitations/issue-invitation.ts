import type { SeatItem } from '@kartis/domain/availability.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { takeDirect } from '../inventory/index.ts'
import { insertOrder, type NewLine, type OrderRow, orderToken, tokenHash } from '../orders/index.ts'
import { issueTickets } from '../ticketing/index.ts'

export interface Gift {
  readonly eventId: string
  readonly accountId: string
  /** Of one ticket type each. */
  readonly lines: readonly Omit<NewLine, 'unit_price' | 'seats'>[]
  /** Items that say where to sit; the others get the best there are. */
  readonly seatItems: readonly SeatItem[] | undefined
  /** Whether the places of the event are numbered. */
  readonly isSeated: boolean
  readonly recipient: { readonly name: string; readonly phone: string }
  readonly lang: string
  readonly userId: string
}

/**
 * Issues tickets that nobody pays for, whatever their type costs: an order paid from the start, its stock and its tickets
 * in the caller's transaction. The link follows from the order's event. `sold_out` names what is left; the refusals
 * of seats are those of `takeDirect`.
 */
export const issueInvitation = async (
  platform: Platform,
  tx: Tx,
  gift: Gift,
  now: Date,
): Promise<OrderRow | Refusal> => {
  const { eventId } = gift
  const id = platform.newId()
  const items = gift.lines.map((line) => ({ ticketTypeId: line.ticket_type_id, quantity: line.quantity }))
  const { seatItems, isSeated } = gift
  const sale = { eventId, orderId: id, items, seatItems, isSeated, channel: 'invitations' as const }
  const seats = await takeDirect(platform.db, tx, sale, 'sold')
  if (isRefusal(seats)) return seats
  const lines = gift.lines.map((line) => ({ ...line, unit_price: 0, seats: seats.byType.get(line.ticket_type_id) }))
  const order = await insertOrder(platform, tx, {
    eventId,
    accountId: gift.accountId,
    id,
    tokenHash: tokenHash(platform.keys, orderToken(platform.keys, eventId, id)),
    channel: 'invitation',
    state: { status: 'paid' },
    lines,
    total: 0,
    buyer: gift.recipient,
    lang: gift.lang,
    record: { kind: 'invited', userId: gift.userId, now },
  })
  await issueTickets(platform, tx, eventId, [{ orderId: id, lines, seats: seats.ofOrder }], now)
  return order
}
