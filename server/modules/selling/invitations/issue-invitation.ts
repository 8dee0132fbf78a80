import type { CartItem, SeatItem } from '@kartis/domain/availability.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { type DirectSeats, sellDirect, takeDirect } from '../inventory/index.ts'
import { insertOrders, type NewLine, type OrderRow, orderToken, tokenHash } from '../orders/index.ts'
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

interface TakenGift {
  readonly gift: Gift
  /** Of its order. */
  readonly id: string
  readonly seats: DirectSeats
}

const NO_SEATS: DirectSeats = { byType: new Map(), ofOrder: undefined }

const itemsOf = ({ lines }: Gift): CartItem[] =>
  lines.map((line) => ({ ticketTypeId: line.ticket_type_id, quantity: line.quantity }))

/** Orders, paid from the start, and their tickets; their stock is taken. */
const writeGifts = async (
  platform: Platform,
  tx: Tx,
  taken: readonly TakenGift[],
  now: Date,
): Promise<readonly OrderRow[]> => {
  const orders = taken.map(({ gift, id, seats }) => ({
    eventId: gift.eventId,
    accountId: gift.accountId,
    id,
    tokenHash: tokenHash(platform.keys, orderToken(platform.keys, gift.eventId, id)),
    channel: 'invitation' as const,
    state: { status: 'paid' as const },
    lines: gift.lines.map((line) => ({ ...line, unit_price: 0, seats: seats.byType.get(line.ticket_type_id) })),
    total: 0,
    buyer: gift.recipient,
    lang: gift.lang,
    record: { kind: 'invited', userId: gift.userId, now },
    ofOrder: seats.ofOrder,
  }))
  const rows = await insertOrders(platform, tx, orders)
  const issued = orders.map(({ id, lines, ofOrder }) => ({ orderId: id, lines, seats: ofOrder }))
  await issueTickets(platform, tx, orders[0]?.eventId ?? '', issued, now)
  return rows
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
): Promise<readonly OrderRow[] | Refusal> => {
  const id = platform.newId()
  const { eventId, seatItems, isSeated } = gift
  const sale = { eventId, orderId: id, items: itemsOf(gift), seatItems, isSeated, channel: 'invitations' as const }
  const seats = await takeDirect(platform.db, tx, sale, 'sold')
  return isRefusal(seats) ? seats : writeGifts(platform, tx, [{ gift, id, seats }], now)
}

/**
 * As `issueInvitation`, many of one event without numbered places: with the same few statements, and so with the counters
 * locked as long as for one. All of them or, with a refusal, none.
 */
export const issueInvitations = async (
  platform: Platform,
  tx: Tx,
  gifts: readonly Gift[],
  now: Date,
): Promise<readonly OrderRow[] | Refusal> => {
  const stock = gifts.flatMap(itemsOf).map(({ ticketTypeId, quantity }) => ({ typeId: ticketTypeId, quantity }))
  const refused = await sellDirect(tx, gifts[0]?.eventId ?? '', stock)
  if (refused) return refused
  return writeGifts(
    platform,
    tx,
    gifts.map((gift) => ({ gift, id: platform.newId(), seats: NO_SEATS })),
    now,
  )
}
