import { type Coupon, couponRefusal } from './coupon.ts'
import { withoutCounts } from './hidden-left.ts'
import { CART } from './limits.ts'
import { overPurchaseLimit } from './purchase-limit.ts'
import { isRefusal, type Refusal, refuse, refuseField } from './refusal.ts'
import type { SaleWindow } from './ticket-type.ts'
import { windowState } from './ticket-type.ts'

/** One ticket type of an event with what is left of it. */
export interface StockLine extends SaleWindow {
  readonly ticketTypeId: string
  readonly left: number
  /** Maximum in one order, and for one verified phone across orders. */
  readonly purchaseLimit?: number | null
}

/** Seats by ticket type id: as many as the cart's tickets of the type. */
export type SeatsByType = ReadonlyMap<string, readonly string[]>

/** Decides the seats of carts, for an event whose places are numbered. */
export interface Seating {
  /** The seats that a cart would get now, or why it gets none; nothing is taken. */
  choose(cart: Cart): SeatsByType | Refusal
  /** The cart was accepted: those behind it find its seats taken. */
  take(seats: SeatsByType): void
}

/** Everything that a decision needs, read under the lock of the event's counters. */
export interface Stock {
  readonly now: Date
  /** Published and not over. */
  readonly isOnSale: boolean
  readonly lines: readonly StockLine[]
  /** Maximum tickets in one order, all types together. */
  readonly orderLimit?: number | null
  /** Undefined for an event without numbered places. */
  readonly seating?: Seating
  /** What verified phones hold or bought before: phone to ticket type to count. Undefined where each order counts by itself. */
  readonly bought?: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Maximum tickets of one verified phone, all types and orders together. */
  readonly phoneLimit?: number | null
  /** The producer hides how many tickets are left: refusals do not say it to buyers either. */
  readonly hidesLeft?: boolean
  /** Tickets are held only for carts with a verified phone. */
  readonly verifiedOnly?: boolean
  /** Coupons among those requested, by key. */
  readonly coupons?: ReadonlyMap<string, Coupon>
}

export interface CartItem {
  readonly ticketTypeId: string
  readonly quantity: number
}

/** An item of a request that says where its tickets sit: each seat, or the best there are. */
export interface SeatItem extends CartItem {
  /** Place of the item in the request, for the names of its fields. */
  readonly place: number
  readonly seats?: readonly string[] | undefined
  readonly best?: { readonly section?: string | undefined; readonly wheelchairs?: number | undefined } | undefined
}

export interface Cart {
  /** One for each ticket type. */
  readonly items: readonly CartItem[]
  /** The items that ask for seats; undefined when none does. */
  readonly seatItems?: readonly SeatItem[] | undefined
  /** Verified phone: its limits count across orders. */
  readonly phone?: string | undefined
  /** The key of a coupon; a cart whose coupon cannot be used is refused as a whole. */
  readonly coupon?: string | undefined
  /** Issued by the producer: only the stock limits it, not sale windows, purchase limits or the state of the event. */
  readonly byProducer?: boolean
}

export interface Decision {
  /** In the order of the carts: undefined for an accepted cart, else why it is refused. */
  readonly refusals: readonly (Refusal | undefined)[]
  /** How many of each ticket type the accepted carts take; types that nobody takes are missing. */
  readonly taken: ReadonlyMap<string, number>
  /** In the order of the carts: the seats of an accepted cart that has some. */
  readonly seats: readonly (SeatsByType | undefined)[]
  /** How many uses of each coupon the accepted carts take, by its id. */
  readonly uses: ReadonlyMap<string, number>
}

/** State of a batch while it is decided. Typed arrays by line, so that a cart costs no allocation. */
interface BatchState {
  readonly stock: Stock
  readonly lineOf: ReadonlyMap<string, number>
  readonly closed: readonly (Refusal | undefined)[]
  readonly left: Int32Array
  readonly taken: Int32Array
  /** Quantities of the cart under decision, by line; `cartLines` lists its lines. */
  readonly quantities: Int32Array
  readonly cartLines: number[]
  readonly seats: (SeatsByType | undefined)[]
  readonly phones: Map<string, Map<string, number>>
  readonly uses: Map<string, number>
}

/** Why a cart without a verified phone is refused where one is needed. */
export const PHONE_FIRST = refuse('phone_unverified', { fields: { phone: ['phone_unverified'] } })

const UNKNOWN = refuseField('items', 'unknown_ticket_type')

/** Why the public may not buy this line now; the same for the whole batch. */
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

const createBatchState = (stock: Stock): BatchState => ({
  stock,
  lineOf: new Map(stock.lines.map((line, place) => [line.ticketTypeId, place])),
  closed: stock.lines.map((line) => closedFor(line, stock.now)),
  left: Int32Array.from(stock.lines, (line) => line.left),
  taken: new Int32Array(stock.lines.length),
  quantities: new Int32Array(stock.lines.length),
  cartLines: [],
  seats: [],
  phones: new Map(),
  uses: new Map(),
})

/** Adds the items up by ticket type; the same type may occur twice. */
const collect = (state: BatchState, cart: Cart): Refusal | undefined => {
  for (const line of state.cartLines) state.quantities[line] = 0
  state.cartLines.length = 0
  for (const item of cart.items) {
    const line = state.lineOf.get(item.ticketTypeId)
    if (line === undefined) return UNKNOWN
    if (!Number.isInteger(item.quantity) || item.quantity < 1) return refuseField('items', 'too_small')
    // Bounded, because the counters below are 32 bits wide.
    if (item.quantity > CART.maxQuantityPerLine) return refuseField('items', 'too_big')
    if (state.quantities[line] === 0) state.cartLines.push(line)
    state.quantities[line] = (state.quantities[line] ?? 0) + item.quantity
  }
  return state.cartLines.length === 0 ? refuseField('items', 'no_tickets') : undefined
}

const closedLineRefusal = (state: BatchState): Refusal | undefined => {
  for (const line of state.cartLines) {
    const closed = state.closed[line]
    if (closed !== undefined) return closed
  }
  return undefined
}

/** Limits of each type and of the order; for a verified phone they include what it took before, also in this batch. */
const purchaseLimitRefusal = (state: BatchState, cart: Cart): Refusal | undefined => {
  const { stock, cartLines, quantities } = state
  let tickets = 0
  for (const place of cartLines) {
    const line = stock.lines[place]
    const count = quantities[place] ?? 0
    tickets += count
    const limit = line?.purchaseLimit ?? undefined
    if (line === undefined || limit === undefined) continue
    const before = cart.phone === undefined ? 0 : boughtOfType(state, cart.phone, line.ticketTypeId)
    if (count + before > limit) return overPurchaseLimit(limit, before, line.ticketTypeId)
  }
  const limit = stock.orderLimit ?? undefined
  if (limit !== undefined && tickets > limit) return overPurchaseLimit(limit)
  return cart.phone === undefined
    ? undefined
    : overPhoneLimit(stock.phoneLimit, tickets, boughtInAll(state, cart.phone))
}

const total = (counts: ReadonlyMap<string, number> | undefined): number => {
  let sum = 0
  for (const count of counts?.values() ?? []) sum += count
  return sum
}

const boughtInAll = ({ stock, phones }: BatchState, phone: string): number =>
  total(stock.bought?.get(phone)) + total(phones.get(phone))

const overPhoneLimit = (limit: number | null | undefined, tickets: number, before: number): Refusal | undefined =>
  typeof limit === 'number' && tickets + before > limit ? overPurchaseLimit(limit, before) : undefined

const couponRefusalFor = ({ stock, cartLines, uses }: BatchState, { coupon: key }: Cart): Refusal | undefined => {
  if (key === undefined) return undefined
  const coupon = stock.coupons?.get(key)
  const types = cartLines.map((line) => stock.lines[line]?.ticketTypeId ?? '')
  return couponRefusal(coupon, types, (coupon?.taken ?? 0) + (uses.get(coupon?.id ?? '') ?? 0), stock.now)
}

const boughtOfType = ({ stock, phones }: BatchState, phone: string, type: string): number =>
  (stock.bought?.get(phone)?.get(type) ?? 0) + (phones.get(phone)?.get(type) ?? 0)

/** Seats are refused by name where there are none, not silently left out. */
const refuseStraySeats = ({ seatItems }: Cart): Refusal | undefined => {
  const [first] = seatItems ?? []
  if (first === undefined) return undefined
  return refuseField(`items.${first.place}.${first.seats ? 'seat_uuids' : 'best'}`, 'unknown_field')
}

const chooseSeats = ({ stock }: BatchState, cart: Cart): SeatsByType | Refusal | undefined =>
  stock.seating ? stock.seating.choose(cart) : refuseStraySeats(cart)

/** The detail names what is left of every type in the cart, so that the buyer can take that. */
const soldOutRefusal = ({ stock, cartLines, quantities, left }: BatchState): Refusal | undefined => {
  if (cartLines.every((line) => (quantities[line] ?? 0) <= (left[line] ?? 0))) return undefined
  const leftByType = cartLines.map((line) => [stock.lines[line]?.ticketTypeId ?? '', left[line] ?? 0] as const)
  return refuse('sold_out', { detail: { left: Object.fromEntries(leftByType) } })
}

/** The refusal as its cart may see it. */
const shownTo = (cart: Cart, { hidesLeft }: Stock, refusal: Refusal | undefined): Refusal | undefined =>
  hidesLeft === true && cart.byProducer !== true ? withoutCounts(refusal, cart.items) : refusal

/** Books an accepted cart, so that carts behind it find less. */
const bookCart = (state: BatchState, cart: Cart, seats: SeatsByType | undefined): void => {
  for (const line of state.cartLines) {
    const count = state.quantities[line] ?? 0
    state.left[line] = (state.left[line] ?? 0) - count
    state.taken[line] = (state.taken[line] ?? 0) + count
  }
  if (seats && seats.size > 0) state.stock.seating?.take(seats)
  if (cart.phone !== undefined && state.stock.bought) bookPhone(state, cart.phone)
  const coupon = cart.coupon === undefined ? undefined : state.stock.coupons?.get(cart.coupon)
  if (coupon) state.uses.set(coupon.id, (state.uses.get(coupon.id) ?? 0) + 1)
}

const bookPhone = ({ stock, phones, cartLines, quantities }: BatchState, phone: string): void => {
  const counts = phones.get(phone) ?? new Map<string, number>()
  for (const line of cartLines) {
    const type = stock.lines[line]?.ticketTypeId ?? ''
    counts.set(type, (counts.get(type) ?? 0) + (quantities[line] ?? 0))
  }
  phones.set(phone, counts)
}

/** Why a cart is refused; an accepted one is booked with its seats. */
const decideCart = (state: BatchState, cart: Cart, place: number): Refusal | undefined => {
  const byProducer = cart.byProducer === true
  if (!byProducer && !state.stock.isOnSale) return refuse('event_not_on_sale')
  if (!byProducer && state.stock.verifiedOnly === true && cart.phone === undefined) return PHONE_FIRST
  const refused =
    collect(state, cart) ?? (byProducer ? undefined : (closedLineRefusal(state) ?? purchaseLimitRefusal(state, cart)))
  if (refused) return refused
  const seats = chooseSeats(state, cart)
  if (isRefusal(seats)) return seats
  const lacking = soldOutRefusal(state) ?? couponRefusalFor(state, cart)
  if (lacking) return lacking
  state.seats[place] = seats
  bookCart(state, cart, seats)
  return undefined
}

/**
 * Decides a batch of carts of one event in order of arrival, each all or nothing: what an accepted cart takes is missing
 * for those behind it, and a refused cart takes nothing. Linear in the number of items; `stock` itself is not changed.
 * Refusals: `event_not_on_sale`, `phone_unverified`, `validation`, `sale_not_started`, `sale_ended`, `purchase_limit`,
 * `sold_out`, those of `couponRefusal`, and those of the event's `seating`.
 */
export const decideCarts = (stock: Stock, carts: readonly Cart[]): Decision => {
  const state = createBatchState(stock)
  const refusals = carts.map((cart, place) => shownTo(cart, stock, decideCart(state, cart, place)))
  const taken = new Map<string, number>()
  stock.lines.forEach((line, place) => {
    const count = state.taken[place] ?? 0
    if (count > 0) taken.set(line.ticketTypeId, count)
  })
  return { refusals, taken, seats: state.seats, uses: state.uses }
}

/**
 * The limits per phone, for a buyer whose phone is verified only after the reservation: `bought` counts the phone's other
 * orders, ticket type to quantity. `purchase_limit`, with the same detail as for a cart.
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
    const quantity = items.reduce((sum, item) => (item.ticketTypeId === ticketTypeId ? sum + item.quantity : sum), 0)
    const before = bought.get(ticketTypeId) ?? 0
    if (typeof purchaseLimit === 'number' && quantity > 0 && quantity + before > purchaseLimit)
      return overPurchaseLimit(purchaseLimit, before, ticketTypeId)
  }
  const tickets = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return overPhoneLimit(phoneLimit, tickets, total(bought))
}
