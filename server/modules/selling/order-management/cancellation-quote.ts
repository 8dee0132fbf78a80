import {
  cancellationFeeLeft,
  isPostponed,
  lastCancellationDay,
  mayCancel,
  refundOf,
  type Sale,
} from '@kartis/domain/cancellation.ts'
import { sum } from '@kartis/domain/money.ts'
import { isSold } from '@kartis/domain/order.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { OrderRow } from '../orders/index.ts'
import { hasEntered, type TicketRow } from '../ticketing/index.ts'

/** The facts that the law looks at; before the payment, as if it were made now. */
export const saleOf = (
  { settings }: Pick<Platform, 'settings'>,
  order: Pick<OrderRow, 'paid_at' | 'total' | 'channel'>,
  event: EventRow,
  now: Date,
): Sale => ({
  boughtAt: order.paid_at ?? now,
  eventStartsAt: event.starts_at,
  timeZone: event.timezone,
  producerDays: event.settings.cancellation_days ?? null,
  postponedAt: event.postponed_at,
  isFree: order.total === 0,
  // The law of distance sales says nothing about a sale at the counter.
  workingDays: order.channel === 'cashier' ? settings.cancellation.boxOfficeDays : undefined,
})

export interface CancellationNow {
  readonly allowed: boolean
  /** Why the buyer of a paid order may not cancel; null when they may, and without a valid ticket. */
  readonly reason: 'late' | 'never' | 'redeemed' | 'transferred' | null
  /** If all valid tickets were cancelled now; agorot. */
  readonly fee: number
  readonly refund: number
  /** What may at most be retained; agorot. */
  readonly feeLeft: number
}

const reasonAgainst = (
  valid: readonly TicketRow[],
  own: readonly TicketRow[],
  sale: Sale,
  now: Date,
): CancellationNow['reason'] => {
  if (own.length === 0) return 'transferred'
  if (valid.some(hasEntered)) return 'redeemed'
  if (mayCancel(sale, now)) return null
  return lastCancellationDay(sale) === null ? 'never' : 'late'
}

/**
 * Whether the buyer may cancel the valid tickets of an order now, with the fee and the refund. `held`: the tickets that other
 * people hold, which only the producer cancels.
 */
export const cancellationNow = (
  platform: Pick<Platform, 'settings'>,
  { order, event }: { readonly order: OrderRow; readonly event: EventRow },
  { tickets, held }: { readonly tickets: readonly TicketRow[]; readonly held: ReadonlySet<string> },
  now: Date,
): CancellationNow => {
  const sale = saleOf(platform, order, event, now)
  const valid = tickets.filter((ticket) => ticket.status === 'valid')
  const own = valid.filter(({ id }) => !held.has(id))
  const left = tickets.length > 0 ? sum(own.map((ticket) => ticket.price)) : order.total
  const isHeld = isSold(order.status) && valid.length > 0
  const reason = isHeld ? reasonAgainst(valid, own, sale, now) : null
  return {
    allowed: isHeld && reason === null,
    reason,
    feeLeft: isPostponed(sale) ? 0 : cancellationFeeLeft(order.cancellation_fee),
    ...refundOf(left, sale, order.cancellation_fee),
  }
}
