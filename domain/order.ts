import type { StateTable } from './states.ts'

/** The life of an order. What a move does to stock and money belongs to the verbs; whether it is possible is here. */
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
 * - reserved, pending_payment → cancelled: the buyer gave the tickets back.
 * - expired → paid or refunded: the gateway's word came late, and stock was found again, or not.
 * - cancelled → refunded: money came, or was sent back, after the cancellation.
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

export const canMove = (from: OrderState, to: OrderState): boolean => ORDER_MOVES[from].includes(to)

/** The cart keeps stock for a while, no ticket exists yet. */
export const isHolding = (state: OrderState): boolean => state === 'reserved' || state === 'pending_payment'

/** Counts as sold: its valid tickets may be shown, scanned and counted. */
export const isSold = (state: OrderState): boolean => state === 'paid' || state === 'partially_refunded'
export const TICKET_STATES = ['valid', 'cancelled'] as const
export type TicketState = (typeof TICKET_STATES)[number]
export const TICKET_MOVES: StateTable<TicketState> = { valid: ['cancelled'], cancelled: [] }
export const canMoveTicket = (from: TicketState, to: TicketState): boolean => TICKET_MOVES[from].includes(to)

export const REDEMPTION_STATES = ['pending', 'redeemed'] as const
export type RedemptionState = (typeof REDEMPTION_STATES)[number]
export const REDEMPTION_MOVES: StateTable<RedemptionState> = { pending: ['redeemed'], redeemed: [] }
export const canMoveRedemption = (from: RedemptionState, to: RedemptionState): boolean =>
  REDEMPTION_MOVES[from].includes(to)
