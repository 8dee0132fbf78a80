import type { Reservation } from '@kartis/contract/public-orders.ts'
import type { Basket, BasketItem } from '@kartis/domain/availability.ts'
import { type Coupon, discountsOf } from '@kartis/domain/coupon.ts'
import { holdUntil } from '@kartis/domain/hold.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { readAnswers, saveAnswers } from '../../kernel/idempotency-batch.ts'
import type { Repeatable } from '../../kernel/repeatable.ts'
import type { Tx } from '../../kernel/db.ts'
import { lockCoupons, moveUses } from '../coupons/index.ts'
import type { Keeper, Sheet, Terms } from '../holds/index.ts'
import { endOldHolds } from './end-holds.ts'
import { lockPhones, readBought } from './phone-limit-queries.ts'
import { insertReservations, type NewReservation } from './reserve-queries.ts'

/** A basket on its way into the lane, with everything that could be made outside of it. */
export interface Ask extends Basket {
  readonly id: string
  readonly tokenHash: string
  readonly userId: string | null
  readonly lang: string
  readonly repeatable: Repeatable | undefined
}

/** A reservation without its token, which can be made again from the order's id and therefore is not kept. */
export type Reserved = Omit<Reservation, 'token'>

const MOST_RECLAIMED = 1000

/** Answers by idempotency key are looked up under the event's lock: no twin of them can be on its way. */
const answered = async (
  tx: Tx,
  _eventId: string,
  asks: readonly Ask[],
): Promise<readonly (Reserved | Refusal | undefined)[]> => {
  const withKey = asks.flatMap(({ repeatable }) => (repeatable ? [repeatable] : []))
  const [first] = withKey
  if (!first) return asks.map(() => undefined)
  // Callers differ in scope only by who they are; most of a batch are nobody in particular.
  const scopes = [...new Set(withKey.map(({ scope }) => scope))]
  const known = new Map<string, Awaited<ReturnType<typeof readAnswers>>>()
  for (const scope of scopes) {
    const keys = withKey.filter((one) => one.scope === scope).map(({ key }) => key)
    known.set(scope, await readAnswers(tx, scope, keys))
  }
  return asks.map(({ repeatable }) => {
    const before = repeatable && known.get(repeatable.scope)?.get(repeatable.key)
    if (!before) return undefined
    return before.bodyHash === repeatable.bodyHash ? (before.reply as Reserved) : refuse('idempotency_mismatch')
  })
}

const present = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
]

/** Phones before coupons, as everywhere. Most batches name neither and ask nothing. */
const terms = async (tx: Tx, sheet: Sheet, asks: readonly Ask[]): Promise<Terms> => {
  const phones = sheet.limitsPhones ? present(asks.map(({ phone }) => phone)) : []
  const coupons = present(asks.map(({ coupon }) => coupon))
  if (phones.length > 0) await lockPhones(tx, sheet.eventId, phones)
  return {
    ...(phones.length > 0 && { bought: await readBought(tx, sheet.eventId, phones, sheet.now) }),
    ...(coupons.length > 0 && { coupons: await lockCoupons(tx, sheet.eventId, coupons) }),
  }
}

const linesOf = (items: readonly BasketItem[], sheet: Sheet): NewReservation['lines'] =>
  items.map(({ ticketTypeId, quantity }) => {
    const type = sheet.types.get(ticketTypeId)
    if (!type) throw new Error(`ticket type ${ticketTypeId} was accepted but is not on the sheet`)
    return { typeId: ticketTypeId, name: type.name, quantity, price: type.price, discount: 0 }
  })

/** The lines with what the coupon takes off each. */
const withCoupon = (coupon: Coupon, lines: NewReservation['lines']): NewReservation['lines'] => {
  const discounts = discountsOf(
    coupon,
    lines.map((line) => ({ ticketTypeId: line.typeId, quantity: line.quantity, price: line.price })),
  )
  return lines.map((line, place) => ({ ...line, discount: discounts[place] ?? 0 }))
}

const reservationOf = (ask: Ask, sheet: Sheet, { coupons }: Terms): NewReservation => {
  const coupon = ask.coupon === undefined ? undefined : coupons?.get(ask.coupon)
  const full = linesOf(ask.items, sheet)
  const lines = coupon ? withCoupon(coupon, full) : full
  const discount = sum(lines.map((line) => line.discount))
  return {
    id: ask.id,
    tokenHash: ask.tokenHash,
    userId: ask.userId,
    lang: ask.lang,
    lines,
    total: sum(lines.map((line) => line.quantity * line.price)) - discount,
    discount,
    couponId: coupon?.id ?? null,
    couponCode: coupon?.code ?? null,
    limitPhone: sheet.limitsPhones ? (ask.phone ?? null) : null,
    tickets: sum(lines.map((line) => line.quantity)),
  }
}

const viewReserved = (order: NewReservation, number: string, expiresAt: Date): Reserved => ({
  uuid: order.id,
  number,
  status: 'reserved',
  expires_at: expiresAt.toISOString(),
  total_amount: toShekels(order.total),
  items: order.lines.map((line) => ({
    events_ticket_uuid: line.typeId,
    name: line.name,
    quantity: line.quantity,
    price: toShekels(line.price),
    total: toShekels(line.quantity * line.price - line.discount),
    ...(line.discount > 0 && { discount: toShekels(line.discount) }),
  })),
  ...(order.couponCode !== null && { coupon: order.couponCode, discount_amount: toShekels(order.discount) }),
})

const persist = async (tx: Tx, sheet: Sheet, terms: Terms, asks: readonly Ask[]): Promise<readonly Reserved[]> => {
  const expiresAt = holdUntil(sheet.now)
  const orders = asks.map((ask) => reservationOf(ask, sheet, terms))
  const numbers = await insertReservations(tx, { ...sheet, expiresAt }, orders)
  const reserved = orders.map((order) => viewReserved(order, numbers.get(order.id) ?? '', expiresAt))
  const toKeep = reserved.flatMap((reply, place) => {
    const repeatable = asks[place]?.repeatable
    return repeatable ? [{ ...repeatable, reply }] : []
  })
  if (toKeep.length > 0) await saveAnswers(tx, toKeep)
  await moveUses(
    tx,
    sheet.eventId,
    orders.flatMap(({ couponId }) => (couponId === null ? [] : [{ couponId, held: 1, used: 0 }])),
  )
  return reserved
}

/** What orders do inside a batch of the hold engine. */
export const orderKeeper: Keeper<Ask, Reserved> = {
  answered,
  terms,
  persist,
  reclaim: (tx, eventId, now) => endOldHolds(tx, eventId, now, MOST_RECLAIMED),
}
