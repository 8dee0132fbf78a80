import type { Agorot } from './money.ts'

/** Sums over the sold orders of an event or an account, in agorot. Invitations are no sales: they are worth nothing here. */
export interface SalesSums {
  /** What sold tickets cost before discounts, those cancelled later included. */
  readonly gross: Agorot
  /** Taken off by coupons. */
  readonly discounts: Agorot
  /** Sent back to buyers; a duplicate charge that was returned is not a refund. */
  readonly refunds: Agorot
  /** Prices paid for the tickets that are still valid. */
  readonly validTickets: Agorot
}

export interface Revenue extends SalesSums {
  /** The one sum that every screen calls revenue: captured less refunded, whatever the way of payment. */
  readonly revenue: Agorot
  /** What stays of cancelled tickets: cancellation fees, and cancellations without a refund. */
  readonly retained: Agorot
}

/**
 * The revenue of sales (docs/rules/revenue.md): gross less discounts less refunds. It is also the price of the valid tickets
 * and what was retained of cancelled ones, so every sum on a screen can be checked against another.
 */
export const revenueOf = (sums: SalesSums): Revenue => {
  const revenue = sums.gross - sums.discounts - sums.refunds
  return { ...sums, revenue, retained: revenue - sums.validTickets }
}

/** Tickets that were sold: invitations are no sales (docs/rules/revenue.md, 5). */
export const soldTickets = (counts: { readonly tickets: number; readonly invited_tickets: number }): number =>
  counts.tickets - counts.invited_tickets

/** Orders that buyers placed. */
export const placedOrders = (counts: { readonly orders: number; readonly invited_orders: number }): number =>
  counts.orders - counts.invited_orders

/**
 * A share in whole percent, the same on every screen: rounded half up, but 100 only for everything and 0 only for nothing.
 * A share of nothing is 0.
 */
export const wholePercent = (part: number, of: number): number => {
  if (of <= 0 || part <= 0) return 0
  if (part >= of) return 100
  return Math.min(99, Math.max(1, Math.floor((200 * part + of) / (2 * of))))
}

/** The change from an earlier figure in whole percent, rounded half up like every share; `before` is above 0. */
export const changePercent = (now: number, before: number): number => {
  const change = now - before
  return change < 0
    ? -Math.floor((-200 * change + before) / (2 * before))
    : Math.floor((200 * change + before) / (2 * before))
}

/** Tickets of a type, as its stock counters have them. */
interface CountedType {
  readonly type: 'regular' | 'producer'
  readonly total: number
  readonly held: number
  readonly sold: number
}

/**
 * How many tickets buyers are offered and how many of them are left, the same on every screen (docs/rules/revenue.md, 7):
 * types for the producer only are not on the sale page.
 */
export const offeredTickets = (types: readonly CountedType[]): { readonly total: number; readonly left: number } => {
  const offered = types.filter(({ type }) => type === 'regular')
  return {
    total: offered.reduce((all, { total }) => all + total, 0),
    left: offered.reduce((all, { total, sold, held }) => all + Math.max(0, total - sold - held), 0),
  }
}
