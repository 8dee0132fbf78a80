import type { Reservation } from '@kartis/contract/public-orders.ts'
import type { SeatsByType } from '@kartis/domain/availability.ts'
import { holdUntil } from '@kartis/domain/hold.ts'
import { sum } from '@kartis/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { readReplies, saveReplies } from '../../../platform/http/idempotency-queries.ts'
import type { IdempotencyKey } from '../../../platform/http/idempotency.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { holdUses, lockCoupons } from '../coupons/index.ts'
import type { AcceptedCarts, NumberedCart, ReservationWriter, Snapshot, Terms } from '../inventory/index.ts'
import { endExpiredHolds } from './release-expired-holds.ts'
import { lockPhones, readBought } from './phone-limit-queries.ts'
import { insertReservations, type OrderOrigin, type PricedCart, readNumbers } from '../orders/index.ts'
import { linesOf, viewPricedCart, withCoupon } from './price-cart.ts'

/** A cart on its way to inventory, with everything that can be made before its turn comes. */
export interface ReservationRequest extends NumberedCart {
  readonly tokenHash: string
  readonly userId: string | null
  readonly lang: string
  readonly origin: OrderOrigin
  readonly idempotencyKey: IdempotencyKey | undefined
}

/** A reservation without its token, which can be derived from the order's id and is therefore never stored. */
export type Reserved = Omit<Reservation, 'token'>

/** A reply as stored for its idempotency key: the order's number is known only after the commit. */
type StoredReply = Omit<Reserved, 'number'>

/** Expired reservations that one batch releases; the expiry job ends the others. */
const MAX_RELEASED = 1000

const findStored = async (tx: Tx, keys: readonly IdempotencyKey[]) => {
  const byScope = new Map<string, Awaited<ReturnType<typeof readReplies>>>()
  // The scope is the caller: in most batches everybody is anonymous and shares one.
  for (const scope of new Set(keys.map((key) => key.scope))) {
    const inScope = keys.filter((key) => key.scope === scope).map(({ key }) => key)
    byScope.set(scope, await readReplies(tx, scope, inScope))
  }
  return ({ scope, key }: IdempotencyKey) => byScope.get(scope)?.get(key)
}

/** Looked up under the event's lock: no request with the same key can be in another transaction of this event. */
const findRepeats = async (
  tx: Tx,
  eventId: string,
  requests: readonly ReservationRequest[],
): Promise<readonly (Reserved | Refusal | undefined)[]> => {
  const keys = requests.flatMap(({ idempotencyKey }) => (idempotencyKey ? [idempotencyKey] : []))
  if (keys.length === 0) return requests.map(() => undefined)
  const stored = await findStored(tx, keys)
  const replies = requests.map(({ idempotencyKey }) => {
    const answer = idempotencyKey && stored(idempotencyKey)
    if (!answer) return undefined
    return answer.bodyHash === idempotencyKey.bodyHash ? (answer.reply as StoredReply) : refuse('idempotency_mismatch')
  })
  const ids = replies.flatMap((reply) => (reply && !isRefusal(reply) ? [reply.uuid] : []))
  const numbers = ids.length === 0 ? new Map<string, string>() : await readNumbers(tx, eventId, ids)
  return replies.map((reply) =>
    reply && !isRefusal(reply) ? { ...reply, number: numbers.get(reply.uuid) ?? '' } : reply,
  )
}

const distinct = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
]

/** Phones before coupons, in lock order. Most batches name neither and read nothing. */
const lockTerms = async (tx: Tx, snapshot: Snapshot, requests: readonly ReservationRequest[]): Promise<Terms> => {
  const phones = snapshot.limitsPhones ? distinct(requests.map(({ phone }) => phone)) : []
  const coupons = distinct(requests.map(({ coupon }) => coupon))
  if (phones.length > 0) await lockPhones(tx, snapshot.eventId, phones)
  return {
    ...(phones.length > 0 && { bought: await readBought(tx, snapshot.eventId, phones, snapshot.now) }),
    ...(coupons.length > 0 && { coupons: await lockCoupons(tx, snapshot.eventId, coupons) }),
  }
}

const priceCart = (request: ReservationRequest, snapshot: Snapshot, { coupons }: Terms): PricedCart => {
  const coupon = request.coupon === undefined ? undefined : coupons?.get(request.coupon)
  const full = linesOf(request.items, snapshot)
  const lines = coupon ? withCoupon(coupon, full) : full
  const discount = sum(lines.map((line) => line.discount))
  return {
    userId: request.userId,
    lang: request.lang,
    lines,
    total: sum(lines.map((line) => line.quantity * line.price)) - discount,
    discount,
    couponId: coupon?.id ?? null,
    couponCode: coupon?.code ?? null,
    limitPhone: snapshot.limitsPhones ? (request.phone ?? null) : null,
    tickets: sum(lines.map((line) => line.quantity)),
  }
}

/** Everything of a request that its priced cart depends on. */
const cartKeyOf = ({ items, coupon, phone, userId, lang }: ReservationRequest): string => {
  const quantities = items.map(({ ticketTypeId, quantity }) => `${ticketTypeId} ${quantity}`).join()
  return (coupon ?? phone ?? userId) ? JSON.stringify([quantities, coupon, phone, userId, lang]) : quantities + lang
}

/** Prices each cart of a batch; equal carts are priced once. */
const createPricing = (snapshot: Snapshot, terms: Terms) => {
  const priced = new Map<string, { readonly cart: PricedCart; readonly view: ReturnType<typeof viewPricedCart> }>()
  return (request: ReservationRequest) => {
    const key = cartKeyOf(request)
    const existing = priced.get(key)
    if (existing) return existing
    const cart = priceCart(request, snapshot, terms)
    const entry = { cart, view: viewPricedCart(cart) }
    priced.set(key, entry)
    return entry
  }
}

/** The cart with its seats; no other cart has the same. */
const withSeats = (cart: PricedCart, seats: SeatsByType | undefined) => {
  if (!seats || seats.size === 0) return undefined
  const seated = { ...cart, lines: cart.lines.map((line) => ({ ...line, seats: seats.get(line.typeId) ?? null })) }
  return { cart: seated, view: viewPricedCart(seated) }
}

const write = async (
  tx: Tx,
  { snapshot, terms, requests, seats, uses }: AcceptedCarts<ReservationRequest>,
): Promise<() => Promise<readonly Reserved[]>> => {
  const expiresAt = holdUntil(snapshot.now)
  const common = { status: 'reserved' as const, expires_at: expiresAt.toISOString() }
  const price = createPricing(snapshot, terms)
  const accepted = requests.map((request, place) => {
    const priced = price(request)
    return { request, ...(withSeats(priced.cart, seats[place]) ?? priced) }
  })
  const replies = accepted.flatMap(({ request: { id, idempotencyKey }, view }) =>
    idempotencyKey ? [{ ...idempotencyKey, reply: { ...view, uuid: id, ...common } satisfies StoredReply }] : [],
  )
  const numbers = await insertReservations(
    tx,
    { ...snapshot, expiresAt },
    accepted.map(({ request: { id, tokenHash, origin }, cart }) => ({ id, tokenHash, origin, pricedCart: cart })),
  )
  if (uses.size > 0) await holdUses(tx, snapshot.eventId, uses)
  if (replies.length > 0) await saveReplies(tx, replies)
  return async () => {
    const byId = await numbers()
    return accepted.map(({ request: { id }, view }) => ({ ...view, uuid: id, number: byId.get(id) ?? '', ...common }))
  }
}

/** Writes the orders of a batch of reservations. */
export const orderReservationWriter: ReservationWriter<ReservationRequest, Reserved> = {
  findRepeats,
  lockTerms,
  releaseExpired: (tx, eventId, now) => endExpiredHolds(tx, eventId, now, MAX_RELEASED),
  write,
}
