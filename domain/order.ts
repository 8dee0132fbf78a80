import type { StateTable } from './states.ts'

/** The states of an order. Whether a move is possible is decided here; what it does to stock and money, by the actions. */
export const ORDER_STATES = [
  'reserved',
  'pending_payment',
  'paid',
  'partially_refunded',
  'refunded',
  'cancelled',
  'expired',
] as const
export type OrderState = (typeof ORDER_STATES)[number]
/**
 * - reserved → paid: a free order needs no gateway.
 * - reserved, pending_payment → cancelled: the buyer released the tickets.
 * - expired → paid or refunded: the payment was confirmed after the hold had expired, and stock was still there, or not.
 * - cancelled → refunded: a payment was confirmed, or refunded, after the cancellation.
 */
export const ORDER_MOVES: StateTable<OrderState> = {
  reserved: ['pending_payment', 'paid', 'cancelled', 'expired'],
  pending_payment: ['paid', 'cancelled', 'expired'],
  paid: ['partially_refunded', 'refunded', 'cancelled'],
  partially_refunded: ['partially_refunded', 'refunded', 'cancelled'],
  refunded: [],
  cancelled: ['refunded'],
  expired: ['paid', 'refunded'],
}

/** Whether the state table of orders has this transition. */
export const canMove = (from: OrderState, to: OrderState): boolean => ORDER_MOVES[from].includes(to)

type RecordedState = Exclude<OrderState, 'reserved' | 'pending_payment'>

/**
 * The domain event of a move; `from` is undefined for an order that begins in `to`. A reservation, its way to the gateway
 * and its end unpaid are inventory, not events: they are the most frequent changes, and no reader needs them.
 */
export const eventOfMove = (from: OrderState | undefined, to: OrderState): `order.${RecordedState}` | undefined => {
  if (to === 'reserved' || to === 'pending_payment') return undefined
  return from === 'reserved' && to !== 'paid' ? undefined : `order.${to}`
}

/** The order holds stock for a limited time; it has no tickets yet. */
export const isHolding = (state: OrderState): boolean => state === 'reserved' || state === 'pending_payment'

/** Counts as sold: its valid tickets may be shown, scanned and counted. */
export const isSold = (state: OrderState): boolean => state === 'paid' || state === 'partially_refunded'

/**
 * The state as people read it: nobody has the money of an ended order back while it waits for a bank transfer. `waiting`: what waits
 * of it, in any unit of money.
 */
export const shownOrderState = (state: OrderState, waiting: number): OrderState | 'refund_waiting' =>
  waiting > 0 && (state === 'refunded' || state === 'cancelled') ? 'refund_waiting' : state

export const TICKET_STATES = ['valid', 'cancelled'] as const
export type TicketState = (typeof TICKET_STATES)[number]
export const TICKET_MOVES: StateTable<TicketState> = { valid: ['cancelled'], cancelled: [] }
/** Whether the state table of tickets has this transition. */
export const canMoveTicket = (from: TicketState, to: TicketState): boolean => TICKET_MOVES[from].includes(to)

export const REDEMPTION_STATES = ['pending', 'redeemed'] as const
export type RedemptionState = (typeof REDEMPTION_STATES)[number]
export const REDEMPTION_MOVES: StateTable<RedemptionState> = { pending: ['redeemed'], redeemed: [] }
/** @public States the rule that one conditional update applies. */
export const canMoveRedemption = (from: RedemptionState, to: RedemptionState): boolean =>
  REDEMPTION_MOVES[from].includes(to)
