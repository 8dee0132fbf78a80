import type { Reservation } from '@kartis/contract/public-orders.ts'
import type { Cart, CartItem } from '@kartis/domain/availability.ts'
import { type Coupon, discountsOf } from '@kartis/domain/coupon.ts'
import { holdUntil } from '@kartis/domain/hold.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { readAnswers, saveAnswers } from '../../../platform/http/idempotency-batch.ts'
import type { IdempotencyKey } from '../../../platform/http/idempotency-key.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { lockCoupons, moveUses } from '../coupons/index.ts'
import type { ReservationWriter, Records, Snapshot, Terms } from '../inventory/index.ts'
import { endOldHolds } from './release-expired-holds.ts'
import { lockPhones, readBought } from './phone-limit-queries.ts'
import { type PricedCart, readNumbers, reservationParts } from './reserve-queries.ts'

/** A cart on its way into the lane, with everything that could be made outside of it. */
export interface Ask extends Cart {
  readonly id: string
  readonly tokenHash: string
  readonly userId: string | null
  readonly lang: string
  readonly idempotencyKey: IdempotencyKey | undefined
}

/** A reservation without its token, which can be made again from the order's id and therefore is not kept. */
export type Reserved = Omit<Reservation, 'token'>

/** As it is kept for a repeated request: before the commit nobody knows its number. */
type Kept = Omit<Reserved, 'number'>

const MAX_RECLAIMED = 1000

type Known = ReadonlyMap<string, Awaited<ReturnType<typeof readAnswers>>>

/** Callers differ in scope only by who they are; most of a batch are nobody in particular. */
const readKnown = async (tx: Tx, withKey: readonly IdempotencyKey[]): Promise<Known> => {
  const known = new Map<string, Awaited<ReturnType<typeof readAnswers>>>()
  for (const scope of new Set(withKey.map((one) => one.scope))) {
    const keys = withKey.filter((one) => one.scope === scope).map(({ key }) => key)
    known.set(scope, await readAnswers(tx, scope, keys))
  }
  return known
}

/** Answers by idempotency key are looked up under the event's lock: no twin of them can be on its way. */
const answered = async (
  tx: Tx,
  eventId: string,
  asks: readonly Ask[],
): Promise<readonly (Reserved | Refusal | undefined)[]> => {
  const withKey = asks.flatMap(({ idempotencyKey }) => (idempotencyKey ? [idempotencyKey] : []))
  if (withKey.length === 0) return asks.map(() => undefined)
  const known = await readKnown(tx, withKey)
  const before = asks.map(({ idempotencyKey }) => {
    const answer = idempotencyKey && known.get(idempotencyKey.scope)?.get(idempotencyKey.key)
    if (!answer) return undefined
    return answer.bodyHash === idempotencyKey.bodyHash ? (answer.reply as Kept) : refuse('idempotency_mismatch')
  })
  const ids = before.flatMap((reply) => (reply && !isRefusal(reply) ? [reply.uuid] : []))
  if (ids.length === 0) return before.map((reply) => (isRefusal(reply) ? reply : undefined))
  const numbers = await readNumbers(tx, eventId, ids)
  return before.map((reply) =>
    reply && !isRefusal(reply) ? { ...reply, number: numbers.get(reply.uuid) ?? '' } : reply,
  )
}

const present = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
]

/** Phones before coupons, as everywhere. Most batches name neither and ask nothing. */
const terms = async (tx: Tx, snapshot: Snapshot, asks: readonly Ask[]): Promise<Terms> => {
  const phones = snapshot.limitsPhones ? present(asks.map(({ phone }) => phone)) : []
  const coupons = present(asks.map(({ coupon }) => coupon))
  if (phones.length > 0) await lockPhones(tx, snapshot.eventId, phones)
  return {
    ...(phones.length > 0 && { bought: await readBought(tx, snapshot.eventId, phones, snapshot.now) }),
    ...(coupons.length > 0 && { coupons: await lockCoupons(tx, snapshot.eventId, coupons) }),
  }
}

const linesOf = (items: readonly CartItem[], snapshot: Snapshot): PricedCart['lines'] =>
  items.map(({ ticketTypeId, quantity }) => {
    const type = snapshot.types.get(ticketTypeId)
    if (!type) throw new Error(`ticket type ${ticketTypeId} was accepted but is not on the snapshot`)
    return { typeId: ticketTypeId, name: type.name, quantity, price: type.price, discount: 0 }
  })

/** The lines with what the coupon takes off each. */
const withCoupon = (coupon: Coupon, lines: PricedCart['lines']): PricedCart['lines'] => {
  const discounts = discountsOf(
    coupon,
    lines.map((line) => ({ ticketTypeId: line.typeId, quantity: line.quantity, price: line.price })),
  )
  return lines.map((line, place) => ({ ...line, discount: discounts[place] ?? 0 }))
}

const saleOf = (ask: Ask, snapshot: Snapshot, { coupons }: Terms): PricedCart => {
  const coupon = ask.coupon === undefined ? undefined : coupons?.get(ask.coupon)
  const full = linesOf(ask.items, snapshot)
  const lines = coupon ? withCoupon(coupon, full) : full
  const discount = sum(lines.map((line) => line.discount))
  return {
    userId: ask.userId,
    lang: ask.lang,
    lines,
    total: sum(lines.map((line) => line.quantity * line.price)) - discount,
    discount,
    couponId: coupon?.id ?? null,
    couponCode: coupon?.code ?? null,
    limitPhone: snapshot.limitsPhones ? (ask.phone ?? null) : null,
    tickets: sum(lines.map((line) => line.quantity)),
  }
}

/** Everything of an ask that its pricedCart depends on. */
const likenessOf = ({ items, coupon, phone, userId, lang }: Ask): string => {
  const wanted = items.map(({ ticketTypeId, quantity }) => `${ticketTypeId} ${quantity}`).join()
  return (coupon ?? phone ?? userId) ? JSON.stringify([wanted, coupon, phone, userId, lang]) : wanted + lang
}

/** What every reply of one pricedCart has in common. */
const viewDeal = (pricedCart: PricedCart) => ({
  total_amount: toShekels(pricedCart.total),
  items: pricedCart.lines.map((line) => ({
    events_ticket_uuid: line.typeId,
    name: line.name,
    quantity: line.quantity,
    price: toShekels(line.price),
    total: toShekels(line.quantity * line.price - line.discount),
    ...(line.discount > 0 && { discount: toShekels(line.discount) }),
  })),
  ...(pricedCart.couponCode !== null && {
    coupon: pricedCart.couponCode,
    discount_amount: toShekels(pricedCart.discount),
  }),
})

/** Works out each pricedCart once for a batch. */
const priceCarts = (snapshot: Snapshot, terms: Terms) => {
  const alike = new Map<string, { readonly pricedCart: PricedCart; readonly view: ReturnType<typeof viewDeal> }>()
  return (ask: Ask) => {
    const likeness = likenessOf(ask)
    const known = alike.get(likeness)
    if (known) return known
    const pricedCart = saleOf(ask, snapshot, terms)
    const opened = { pricedCart, view: viewDeal(pricedCart) }
    alike.set(likeness, opened)
    return opened
  }
}

/** The number of each id; they are told in the order of the ids. Throws nothing: the orders are on the disk. */
const numbersOf = (told: string, ids: readonly string[]): string[] => {
  const numbers = told.split(',')
  // Ids of one process rise: those who came one after the other are told so.
  if (ids.every((id, place) => place === 0 || (ids[place - 1] ?? '') < id)) return numbers
  const sorted = ids.toSorted()
  return ids.map((id) => numbers[sorted.indexOf(id)] ?? '')
}

const records = (snapshot: Snapshot, terms: Terms, asks: readonly Ask[]): Records<Reserved> => {
  const expiresAt = holdUntil(snapshot.now)
  const dealFor = priceCarts(snapshot, terms)
  const accepted = asks.map((ask) => ({ ask, open: dealFor(ask) }))
  const status = 'reserved' as const
  const expires_at = expiresAt.toISOString()
  const toKeep = accepted.flatMap(({ ask: { id, idempotencyKey }, open }) =>
    idempotencyKey ? [{ ...idempotencyKey, reply: { ...open.view, uuid: id, status, expires_at } satisfies Kept }] : [],
  )
  const orders = reservationParts(
    { ...snapshot, expiresAt },
    accepted.map(({ ask: { id, tokenHash }, open: { pricedCart } }) => ({ id, tokenHash, pricedCart })),
  )
  return {
    ...orders,
    ...(toKeep.length > 0 && { beside: (tx) => saveAnswers(tx, toKeep) }),
    answers: (told) => {
      const numbers = numbersOf(
        told,
        asks.map(({ id }) => id),
      )
      return accepted.map(({ ask: { id }, open: { view } }, place) => ({
        ...view,
        uuid: id,
        number: numbers[place] ?? '',
        status,
        expires_at,
      }))
    },
  }
}

/** What orders do inside a batch of the hold engine. */
export const orderReservationWriter: ReservationWriter<Ask, Reserved> = {
  answered,
  terms,
  records,
  use: (tx, eventId, uses) =>
    moveUses(
      tx,
      eventId,
      [...uses].map(([couponId, held]) => ({ couponId, held, used: 0 })),
    ),
  reclaim: (tx, eventId, now) => endOldHolds(tx, eventId, now, MAX_RECLAIMED),
}
