import { type Coupon, couponRefusal } from './coupon.ts'
import { CART } from './limits.ts'
import type { Refusal } from './refusal.ts'
import { refuse, refuseField } from './refusal.ts'
import type { SaleWindow } from './ticket-type.ts'
import { windowState } from './ticket-type.ts'

/** One ticket type as the stock of an event knows it. */
export interface StockLine extends SaleWindow {
  readonly ticketTypeId: string
  readonly left: number
  /** Most of it in one order, and for one verified phone across orders. */
  readonly purchaseLimit?: number | null
  /** A place is chosen for each ticket. */
  readonly seated?: boolean
}

/** Everything a decision needs, read under the lock of the event's stock rows. */
export interface Stock {
  readonly now: Date
  /** Published and not over. */
  readonly isOnSale: boolean
  readonly lines: readonly StockLine[]
  /** Most tickets in one order, all types together. */
  readonly orderLimit?: number | null
  /** Free seats among those asked for: seat id to its ticket type. A seat that is not here is taken. */
  readonly freeSeats?: ReadonlyMap<string, string>
  /** What verified phones hold or bought before: phone to ticket type to count. None where each order counts alone. */
  readonly bought?: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Most tickets of one verified phone, all types and orders together. */
  readonly phoneLimit?: number | null
  /** Coupons among those asked for, by key. */
  readonly coupons?: ReadonlyMap<string, Coupon>
}

export interface CartItem {
  readonly ticketTypeId: string
  readonly quantity: number
  readonly seatIds?: readonly string[]
}

export interface Cart {
  readonly items: readonly CartItem[]
  /** Verified by a code: its limits count across orders. */
  readonly phone?: string | undefined
  /** The key of a coupon: without it the buyer does not want the tickets. */
  readonly coupon?: string | undefined
  /** The producer gives tickets out: sale windows, limits and the page's state do not bind him, the stock does. */
  readonly byProducer?: boolean
}

export interface Decision {
  /** In the order of the carts: nothing for an accepted one, else why not. */
  readonly refusals: readonly (Refusal | undefined)[]
  /** How many of each ticket type the accepted carts take; types nobody took are not there. */
  readonly taken: ReadonlyMap<string, number>
  /** Seats the accepted carts take: seat id to the place of its cart. */
  readonly seats: ReadonlyMap<string, number>
  /** How many uses of each coupon the accepted carts take, by its id. */
  readonly uses: ReadonlyMap<string, number>
}

/** What changes while a batch is decided. Typed arrays by line, so that a cart costs no allocation. */
interface Ledger {
  readonly stock: Stock
  readonly lineOf: ReadonlyMap<string, number>
  readonly closed: readonly (Refusal | undefined)[]
  readonly left: Int32Array
  readonly taken: Int32Array
  /** Quantities of the cart under decision, by line; `touched` lists its lines. */
  readonly wanted: Int32Array
  readonly touched: number[]
  readonly seats: Map<string, number>
  readonly phones: Map<string, Map<string, number>>
  readonly uses: Map<string, number>
}

const UNKNOWN = refuseField('items', 'unknown_ticket_type')

/** Why nobody of the public may buy this line now, the same answer for the whole batch. */
const closedFor = (line: StockLine, now: Date): Refusal | undefined => {
  if (line.type === 'producer') return UNKNOWN
  const state = windowState(line, now)
  if (state === 'not_started')
    return refuse('sale_not_started', {
      detail: { starts_at: line.saleStartsAt?.toISOString(), events_ticket_uuid: line.ticketTypeId },
    })
  if (state === 'ended')
    return refuse('sale_ended', {
      detail: { ended_at: line.saleEndsAt?.toISOString(), events_ticket_uuid: line.ticketTypeId },
    })
  return undefined
}

const openLedger = (stock: Stock): Ledger => ({
  stock,
  lineOf: new Map(stock.lines.map((line, place) => [line.ticketTypeId, place])),
  closed: stock.lines.map((line) => closedFor(line, stock.now)),
  left: Int32Array.from(stock.lines, (line) => line.left),
  taken: new Int32Array(stock.lines.length),
  wanted: new Int32Array(stock.lines.length),
  touched: [],
  seats: new Map(),
  phones: new Map(),
  uses: new Map(),
})

/** Adds the items up by ticket type; the same type may come twice. */
const collect = (ledger: Ledger, cart: Cart): Refusal | undefined => {
  for (const line of ledger.touched) ledger.wanted[line] = 0
  ledger.touched.length = 0
  for (const item of cart.items) {
    const line = ledger.lineOf.get(item.ticketTypeId)
    if (line === undefined) return UNKNOWN
    if (!Number.isInteger(item.quantity) || item.quantity < 1) return refuseField('items', 'too_small')
    // Bounded, because the counters below are 32 bits wide.
    if (item.quantity > CART.maxQuantityPerLine) return refuseField('items', 'too_big')
    if (ledger.wanted[line] === 0) ledger.touched.push(line)
    ledger.wanted[line] = (ledger.wanted[line] ?? 0) + item.quantity
  }
  return ledger.touched.length === 0 ? refuseField('items', 'no_tickets') : undefined
}

const closedLine = (ledger: Ledger): Refusal | undefined => {
  for (const line of ledger.touched) {
    const closed = ledger.closed[line]
    if (closed !== undefined) return closed
  }
  return undefined
}

/** Per type: in this order, and for a verified phone with what it took before, in this batch too. */
const overLimit = (ledger: Ledger, cart: Cart): Refusal | undefined => {
  const { stock, touched, wanted } = ledger
  let all = 0
  for (const place of touched) {
    const line = stock.lines[place]
    const count = wanted[place] ?? 0
    all += count
    const limit = line?.purchaseLimit ?? undefined
    if (line === undefined || limit === undefined) continue
    const before = cart.phone === undefined ? 0 : boughtBefore(ledger, cart.phone, line.ticketTypeId)
    if (count + before > limit) return overPurchaseLimit(limit, before, line.ticketTypeId)
  }
  const limit = stock.orderLimit ?? undefined
  if (limit !== undefined && all > limit) return refuse('purchase_limit', { detail: { limit } })
  return cart.phone === undefined ? undefined : overPhoneLimit(stock.phoneLimit, all, allBefore(ledger, cart.phone))
}

const total = (counts: ReadonlyMap<string, number> | undefined): number => {
  let sum = 0
  for (const count of counts?.values() ?? []) sum += count
  return sum
}

const allBefore = ({ stock, phones }: Ledger, phone: string): number =>
  total(stock.bought?.get(phone)) + total(phones.get(phone))

const overPhoneLimit = (limit: number | null | undefined, wanted: number, before: number): Refusal | undefined =>
  typeof limit === 'number' && wanted + before > limit
    ? refuse('purchase_limit', { detail: { limit, bought: before, left: Math.max(0, limit - before) } })
    : undefined

const couponWrong = ({ stock, touched, uses }: Ledger, { coupon: key }: Cart): Refusal | undefined => {
  if (key === undefined) return undefined
  const coupon = stock.coupons?.get(key)
  const types = touched.map((line) => stock.lines[line]?.ticketTypeId ?? '')
  return couponRefusal(coupon, types, (coupon?.taken ?? 0) + (uses.get(coupon?.id ?? '') ?? 0), stock.now)
}

const boughtBefore = ({ stock, phones }: Ledger, phone: string, type: string): number =>
  (stock.bought?.get(phone)?.get(type) ?? 0) + (phones.get(phone)?.get(type) ?? 0)

const overPurchaseLimit = (limit: number, before: number, type: string): Refusal =>
  refuse('purchase_limit', {
    detail: { limit, bought: before, left: Math.max(0, limit - before), events_ticket_uuid: type },
  })

/** Seats: as many as tickets, each once, of their type, free in the database and in this batch. */
const seatRefusal = (ledger: Ledger, cart: Cart): Refusal | undefined => {
  const gone: string[] = []
  let mine: Set<string> | undefined
  for (const item of cart.items) {
    const seated = ledger.stock.lines[ledger.lineOf.get(item.ticketTypeId) ?? -1]?.seated === true
    const seatIds = item.seatIds ?? []
    if (!seated && seatIds.length === 0) continue
    if (!seated || seatIds.length !== item.quantity) return refuseField('items', 'seats_required')
    mine ??= new Set()
    for (const seat of seatIds) {
      if (mine.has(seat)) return refuseField('items', 'duplicate_seat')
      mine.add(seat)
      const type = ledger.stock.freeSeats?.get(seat)
      if (type === undefined || ledger.seats.has(seat)) gone.push(seat)
      else if (type !== item.ticketTypeId) return refuseField('items', 'seat_of_other_type')
    }
  }
  return gone.length > 0 ? refuse('seat_taken', { detail: { seats: gone } }) : undefined
}

/** Names what is left of every type in the cart, so that the buyer can take that. */
const soldOut = ({ stock, touched, wanted, left }: Ledger): Refusal | undefined => {
  if (touched.every((line) => (wanted[line] ?? 0) <= (left[line] ?? 0))) return undefined
  const named = touched.map((line) => [stock.lines[line]?.ticketTypeId ?? '', left[line] ?? 0] as const)
  return refuse('sold_out', { detail: { left: Object.fromEntries(named) } })
}

const take = (ledger: Ledger, cart: Cart, place: number): void => {
  for (const line of ledger.touched) {
    const count = ledger.wanted[line] ?? 0
    ledger.left[line] = (ledger.left[line] ?? 0) - count
    ledger.taken[line] = (ledger.taken[line] ?? 0) + count
  }
  for (const item of cart.items) for (const seat of item.seatIds ?? []) ledger.seats.set(seat, place)
  if (cart.phone !== undefined && ledger.stock.bought) remember(ledger, cart.phone)
  const coupon = cart.coupon === undefined ? undefined : ledger.stock.coupons?.get(cart.coupon)
  if (coupon) ledger.uses.set(coupon.id, (ledger.uses.get(coupon.id) ?? 0) + 1)
}

const remember = ({ stock, phones, touched, wanted }: Ledger, phone: string): void => {
  const counts = phones.get(phone) ?? new Map<string, number>()
  for (const line of touched) {
    const type = stock.lines[line]?.ticketTypeId ?? ''
    counts.set(type, (counts.get(type) ?? 0) + (wanted[line] ?? 0))
  }
  phones.set(phone, counts)
}

const decide = (ledger: Ledger, cart: Cart): Refusal | undefined => {
  const free = cart.byProducer === true
  if (!free && !ledger.stock.isOnSale) return refuse('event_not_on_sale')
  return (
    collect(ledger, cart) ??
    (free ? undefined : (closedLine(ledger) ?? overLimit(ledger, cart))) ??
    seatRefusal(ledger, cart) ??
    soldOut(ledger) ??
    couponWrong(ledger, cart)
  )
}

/**
 * Decides a batch of carts of one event in order of arrival, each all or nothing: what an accepted cart takes is gone
 * for those behind it, and a refused one takes nothing. Linear in the number of items; the stock itself is not changed.
 */
export const decideCarts = (stock: Stock, carts: readonly Cart[]): Decision => {
  const ledger = openLedger(stock)
  const refusals = carts.map((cart, place) => {
    const refusal = decide(ledger, cart)
    if (refusal === undefined) take(ledger, cart, place)
    return refusal
  })
  const taken = new Map<string, number>()
  stock.lines.forEach((line, place) => {
    const count = ledger.taken[place] ?? 0
    if (count > 0) taken.set(line.ticketTypeId, count)
  })
  return { refusals, taken, seats: ledger.seats, uses: ledger.uses }
}

/**
 * The limits per phone, for a buyer whose phone is known only after the reservation: `bought` counts his other orders.
 * The answer is the one of a cart.
 */
export const phoneLimitRefusal = (
  {
    lines,
    phoneLimit,
  }: { lines: readonly Pick<StockLine, 'ticketTypeId' | 'purchaseLimit'>[]; phoneLimit?: number | null },
  items: readonly CartItem[],
  bought: ReadonlyMap<string, number>,
): Refusal | undefined => {
  for (const { ticketTypeId, purchaseLimit } of lines) {
    const wanted = items.reduce((sum, item) => (item.ticketTypeId === ticketTypeId ? sum + item.quantity : sum), 0)
    const before = bought.get(ticketTypeId) ?? 0
    if (typeof purchaseLimit === 'number' && wanted > 0 && wanted + before > purchaseLimit)
      return overPurchaseLimit(purchaseLimit, before, ticketTypeId)
  }
  const all = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return overPhoneLimit(phoneLimit, all, total(bought))
}
