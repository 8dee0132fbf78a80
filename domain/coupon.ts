import { COUPON } from './limits.ts'
import { type Agorot, percentOf, split, sum } from './money.ts'
import type { FieldReasons, Reason } from './reason.ts'
import { reasonsOf } from './reason.ts'
import { type Refusal, refuse } from './refusal.ts'

/** A share of the price, a sum off the order, or a price of its own for each ticket. */
export const COUPON_KINDS = ['percent', 'amount', 'price'] as const
export type CouponKind = (typeof COUPON_KINDS)[number]

/** What a coupon gives. */
export interface CouponTerms {
  readonly kind: CouponKind
  /** Basis points of a `percent` (1000 = 10%), else agorot. */
  readonly value: number
  /** The ticket types it is for; null: all of the event. */
  readonly ticketTypeIds: readonly string[] | null
  /** Most tickets of one order that become cheaper; null: all. */
  readonly maxTickets: number | null
}

/** A coupon as it stands while the stock of its event is locked. */
export interface Coupon extends CouponTerms {
  readonly id: string
  /** As its producer spells it. */
  readonly code: string
  readonly active: boolean
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  /** Most orders; null: any number. */
  readonly maxUses: number | null
  /** Orders that hold a use and orders that had one. */
  readonly taken: number
}

export interface PricedLine {
  readonly ticketTypeId: string
  readonly quantity: number
  /** Agorot for one. */
  readonly price: Agorot
}

/** Codes are compared without regard to capitals and spaces: people read them out and type them on phones. */
export const couponKey = (code: string): string => code.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase()

const isFor = ({ ticketTypeIds }: Pick<CouponTerms, 'ticketTypeIds'>, typeId: string): boolean =>
  ticketTypeIds === null || ticketTypeIds.includes(typeId)

const unknown = (): Refusal => refuse('coupon_unknown', { fields: { coupon: ['unknown_option'] } })

/** Why an order with these ticket types may not use a coupon now; `taken` counts the uses before it. */
export const couponRefusal = (
  coupon: Coupon | undefined,
  typeIds: readonly string[],
  taken: number,
  now: Date,
): Refusal | undefined => {
  // One that was switched off looks like none: its code is nobody's business any more.
  if (!coupon?.active) return unknown()
  if (coupon.startsAt && now < coupon.startsAt)
    return refuse('coupon_not_started', { detail: { starts_at: coupon.startsAt.toISOString() } })
  if (coupon.endsAt && now >= coupon.endsAt)
    return refuse('coupon_ended', { detail: { ended_at: coupon.endsAt.toISOString() } })
  if (!typeIds.some((id) => isFor(coupon, id)))
    return refuse('coupon_other_tickets', { detail: { events_ticket_uuids: coupon.ticketTypeIds } })
  return coupon.maxUses !== null && taken >= coupon.maxUses ? refuse('coupon_used_up') : undefined
}

/** How many tickets of each line become cheaper; where not all may, the dearest do. */
const cheaperOf = (terms: CouponTerms, lines: readonly PricedLine[]): number[] => {
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
 * What each line of an order becomes cheaper by, in agorot: never more than the line costs. A percentage is rounded once,
 * half up, over the whole order; it and a sum are then shared out by what the tickets cost, so that the parts are the whole.
 */
export const discountsOf = (terms: CouponTerms, lines: readonly PricedLine[]): Agorot[] => {
  const counts = cheaperOf(terms, lines)
  if (terms.kind === 'price')
    return lines.map(({ price }, place) => (counts[place] ?? 0) * Math.max(0, price - terms.value))
  const prices = lines.map(({ price }, place) => (counts[place] ?? 0) * price)
  const whole = sum(prices)
  const off = terms.kind === 'percent' ? percentOf(whole, terms.value) : terms.value
  return split(Math.min(off, whole), prices)
}

/** What each ticket of a line costs after its discount: equal but for an agora, and together what was paid for the line. */
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

/** A coupon as typed. */
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
  if (count < 1) return ['too_small']
  return count > max ? ['too_big'] : []
}

const valueReasons = (kind: CouponKind, value: number): Reason[] => {
  if (!Number.isInteger(value)) return ['money_two_places']
  // A price of nothing gives tickets away; a discount of nothing is none.
  if (value < (kind === 'price' ? 0 : 1)) return ['too_small']
  return value > (kind === 'percent' ? COUPON.wholeBasisPoints : COUPON.maxValueAgorot) ? ['too_big'] : []
}

/** Judges a whole coupon; `taken` uses of it there are already. */
export const couponReasons = (draft: CouponDraft, taken = 0): FieldReasons =>
  reasonsOf({
    code: codeReasons(draft.code),
    value: valueReasons(draft.kind, draft.value),
    max_uses:
      draft.max_uses !== null && draft.max_uses < taken ? ['below_used'] : countReasons(draft.max_uses, COUPON.maxUses),
    max_tickets: countReasons(draft.max_tickets, COUPON.maxTickets),
    ends_at: draft.starts_at && draft.ends_at && draft.ends_at <= draft.starts_at ? ['end_before_start'] : [],
  })
