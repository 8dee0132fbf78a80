import { COUPON } from './limits.ts'
import { type Agorot, percentOf, split, sum } from './money.ts'
import type { FieldReasons, Reason } from './reason.ts'
import { reasonsOf } from './reason.ts'
import { type Refusal, refuse } from './refusal.ts'

/** A share of the price, an amount off the order, or a fixed price per ticket. */
export const COUPON_KINDS = ['percent', 'amount', 'price'] as const
export type CouponKind = (typeof COUPON_KINDS)[number]

/** The discount that a coupon grants. */
export interface CouponTerms {
  readonly kind: CouponKind
  /** Basis points of a `percent` (1000 = 10%), else agorot. */
  readonly value: number
  /** The ticket types that it applies to; null: all types of the event. */
  readonly ticketTypeIds: readonly string[] | null
  /** Maximum number of discounted tickets in one order; null: no limit. */
  readonly maxTickets: number | null
}

/** A coupon as read while the event's stock is locked. */
export interface Coupon extends CouponTerms {
  readonly id: string
  /** As the producer spells it. */
  readonly code: string
  readonly active: boolean
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  /** Maximum number of orders; null: no limit. */
  readonly maxUses: number | null
  /** Number of uses: orders that hold one and orders that were paid with one. */
  readonly taken: number
}

export interface PricedLine {
  readonly ticketTypeId: string
  readonly quantity: number
  /** Agorot per ticket. */
  readonly price: Agorot
}

/** Codes are compared without case and spaces, because people dictate them and type them on phones. */
export const couponKey = (code: string): string => code.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase()

const isFor = ({ ticketTypeIds }: Pick<CouponTerms, 'ticketTypeIds'>, typeId: string): boolean =>
  ticketTypeIds === null || ticketTypeIds.includes(typeId)

const unknownCoupon = (): Refusal => refuse('coupon_unknown', { fields: { coupon: ['unknown_option'] } })

/**
 * Why an order with these ticket types may not use a coupon now; undefined when it may. `taken` counts the uses before it.
 * Refusals: coupon_unknown, coupon_not_started, coupon_ended, coupon_other_tickets, coupon_used_up.
 */
export const couponRefusal = (
  coupon: Coupon | undefined,
  typeIds: readonly string[],
  taken: number,
  now: Date,
): Refusal | undefined => {
  // An inactive coupon is refused like an unknown one, so that the reply does not confirm the code.
  if (!coupon?.active) return unknownCoupon()
  if (coupon.startsAt && now < coupon.startsAt)
    return refuse('coupon_not_started', { detail: { starts_at: coupon.startsAt.toISOString() } })
  if (coupon.endsAt && now >= coupon.endsAt)
    return refuse('coupon_ended', { detail: { ended_at: coupon.endsAt.toISOString() } })
  if (!typeIds.some((id) => isFor(coupon, id)))
    return refuse('coupon_other_tickets', { detail: { events_ticket_uuids: coupon.ticketTypeIds } })
  return coupon.maxUses !== null && taken >= coupon.maxUses ? refuse('coupon_used_up') : undefined
}

/** Number of discounted tickets per line. When the number is limited, the most expensive tickets are discounted. */
const discountedCounts = (terms: CouponTerms, lines: readonly PricedLine[]): number[] => {
  const counts = lines.map(() => 0)
  let left = terms.maxTickets ?? Infinity
  const byPrice = lines.map((line, place) => ({ line, place })).toSorted((a, b) => b.line.price - a.line.price)
  for (const { line, place } of byPrice) {
    if (!isFor(terms, line.ticketTypeId)) continue
    counts[place] = Math.min(line.quantity, left)
    left -= counts[place]
  }
  return counts
}

/**
 * Discount per line in agorot, never more than the line costs. A percentage is rounded once, half up, over the whole order;
 * percentages and amounts are then split in proportion to the prices, so that the parts sum to the whole.
 */
export const discountsOf = (terms: CouponTerms, lines: readonly PricedLine[]): Agorot[] => {
  const counts = discountedCounts(terms, lines)
  if (terms.kind === 'price')
    return lines.map(({ price }, place) => (counts[place] ?? 0) * Math.max(0, price - terms.value))
  const prices = lines.map(({ price }, place) => (counts[place] ?? 0) * price)
  const whole = sum(prices)
  const off = terms.kind === 'percent' ? percentOf(whole, terms.value) : terms.value
  return split(Math.min(off, whole), prices)
}

/** Price of each ticket of a line after the discount, in agorot: equal except for one agora, and summing to what was paid. */
export const ticketPricesOf = (line: {
  readonly quantity: number
  readonly price: Agorot
  readonly discount: Agorot
}): Agorot[] =>
  line.discount === 0
    ? Array.from({ length: line.quantity }, () => line.price)
    : split(
        line.quantity * line.price - line.discount,
        Array.from({ length: line.quantity }, () => 1),
      )

/** A coupon as entered in the form. */
export interface CouponDraft {
  readonly code: string
  readonly kind: CouponKind
  readonly value: number
  readonly max_uses: number | null
  readonly max_tickets: number | null
  readonly starts_at: Date | null
  readonly ends_at: Date | null
}

const codeReasons = (code: string): Reason[] => {
  const key = couponKey(code)
  if (key === '') return ['required']
  if (key.length < COUPON.minCodeChars) return ['too_short']
  if (key.length > COUPON.maxCodeChars) return ['too_long']
  return /^[\p{L}\p{N}_-]+$/u.test(key) ? [] : ['invalid_code']
}

const countReasons = (count: number | null, max: number): Reason[] => {
  if (count === null) return []
  if (!Number.isInteger(count)) return ['not_an_integer']
  if (count < 1) return ['at_least_one']
  return count > max ? ['too_big'] : []
}

const valueReasons = (kind: CouponKind, value: number): Reason[] => {
  if (!Number.isInteger(value)) return ['money_two_places']
  // A price of zero makes tickets free; a discount of zero is no discount.
  if (value < (kind === 'price' ? 0 : 1)) return ['too_small']
  return value > (kind === 'percent' ? COUPON.wholeBasisPoints : COUPON.maxValueAgorot) ? ['too_big'] : []
}

/** Validates a coupon; `taken` is the number of uses so far. */
export const couponReasons = (draft: CouponDraft, taken = 0): FieldReasons =>
  reasonsOf({
    code: codeReasons(draft.code),
    value: valueReasons(draft.kind, draft.value),
    max_uses:
      draft.max_uses !== null && draft.max_uses < taken ? ['below_used'] : countReasons(draft.max_uses, COUPON.maxUses),
    max_tickets: countReasons(draft.max_tickets, COUPON.maxTickets),
    ends_at: draft.starts_at && draft.ends_at && draft.ends_at <= draft.starts_at ? ['end_before_start'] : [],
  })
