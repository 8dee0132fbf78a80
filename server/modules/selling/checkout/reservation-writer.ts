import type { Reservation } from '@kartis/contract/public-orders.ts'
import type { Basket, BasketItem } from '@kartis/domain/availability.ts'
import { type Coupon, discountsOf } from '@kartis/domain/coupon.ts'
import { holdUntil } from '@kartis/domain/hold.ts'
import { sum, toShekels } from '@kartis/domain/money.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { readAnswers, saveAnswers } from '../../../platform/http/idempotency-batch.ts'
import type { Repeatable } from '../../../platform/http/idempotency-key.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { lockCoupons, moveUses } from '../coupons/index.ts'
import type { Keeper, Records, Sheet, Terms } from '../inventory/index.ts'
import { endOldHolds } from './release-expired-holds.ts'
import { lockPhones, readBought } from './phone-limit-queries.ts'
import { type Deal, readNumbers, reservationParts } from './reserve-queries.ts'

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

/** As it is kept for a repeated request: before the commit nobody knows its number. */
type Kept = Omit<Reserved, 'number'>

const MOST_RECLAIMED = 1000

type Known = ReadonlyMap<string, Awaited<ReturnType<typeof readAnswers>>>

/** Callers differ in scope only by who they are; most of a batch are nobody in particular. */
const readKnown = async (tx: Tx, withKey: readonly Repeatable[]): Promise<Known> => {
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
  const withKey = asks.flatMap(({ repeatable }) => (repeatable ? [repeatable] : []))
  if (withKey.length === 0) return asks.map(() => undefined)
  const known = await readKnown(tx, withKey)
  const before = asks.map(({ repeatable }) => {
    const answer = repeatable && known.get(repeatable.scope)?.get(repeatable.key)
    if (!answer) return undefined
    return answer.bodyHash === repeatable.bodyHash ? (answer.reply as Kept) : refuse('idempotency_mismatch')
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
const terms = async (tx: Tx, sheet: Sheet, asks: readonly Ask[]): Promise<Terms> => {
  const phones = sheet.limitsPhones ? present(asks.map(({ phone }) => phone)) : []
  const coupons = present(asks.map(({ coupon }) => coupon))
  if (phones.length > 0) await lockPhones(tx, sheet.eventId, phones)
  return {
    ...(phones.length > 0 && { bought: await readBought(tx, sheet.eventId, phones, sheet.now) }),
    ...(coupons.length > 0 && { coupons: await lockCoupons(tx, sheet.eventId, coupons) }),
  }
}

const linesOf = (items: readonly BasketItem[], sheet: Sheet): Deal['lines'] =>
  items.map(({ ticketTypeId, quantity }) => {
    const type = sheet.types.get(ticketTypeId)
    if (!type) throw new Error(`ticket type ${ticketTypeId} was accepted but is not on the sheet`)
    return { typeId: ticketTypeId, name: type.name, quantity, price: type.price, discount: 0 }
  })

/** The lines with what the coupon takes off each. */
const withCoupon = (coupon: Coupon, lines: Deal['lines']): Deal['lines'] => {
  const discounts = discountsOf(
    coupon,
    lines.map((line) => ({ ticketTypeId: line.typeId, quantity: line.quantity, price: line.price })),
  )
  return lines.map((line, place) => ({ ...line, discount: discounts[place] ?? 0 }))
}

const dealOf = (ask: Ask, sheet: Sheet, { coupons }: Terms): Deal => {
  const coupon = ask.coupon === undefined ? undefined : coupons?.get(ask.coupon)
  const full = linesOf(ask.items, sheet)
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
    limitPhone: sheet.limitsPhones ? (ask.phone ?? null) : null,
    tickets: sum(lines.map((line) => line.quantity)),
  }
}

/** Everything of an ask that its deal depends on. */
const likenessOf = ({ items, coupon, phone, userId, lang }: Ask): string => {
  const wanted = items.map(({ ticketTypeId, quantity }) => `${ticketTypeId} ${quantity}`).join()
  return (coupon ?? phone ?? userId) ? JSON.stringify([wanted, coupon, phone, userId, lang]) : wanted + lang
}

/** What every reply of one deal has in common. */
const viewDeal = (deal: Deal) => ({
  total_amount: toShekels(deal.total),
  items: deal.lines.map((line) => ({
    events_ticket_uuid: line.typeId,
    name: line.name,
    quantity: line.quantity,
    price: toShekels(line.price),
    total: toShekels(line.quantity * line.price - line.discount),
    ...(line.discount > 0 && { discount: toShekels(line.discount) }),
  })),
  ...(deal.couponCode !== null && { coupon: deal.couponCode, discount_amount: toShekels(deal.discount) }),
})

/** Works out each deal once for a batch. */
const openDeals = (sheet: Sheet, terms: Terms) => {
  const alike = new Map<string, { readonly deal: Deal; readonly view: ReturnType<typeof viewDeal> }>()
  return (ask: Ask) => {
    const likeness = likenessOf(ask)
    const known = alike.get(likeness)
    if (known) return known
    const deal = dealOf(ask, sheet, terms)
    const opened = { deal, view: viewDeal(deal) }
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

const records = (sheet: Sheet, terms: Terms, asks: readonly Ask[]): Records<Reserved> => {
  const expiresAt = holdUntil(sheet.now)
  const dealFor = openDeals(sheet, terms)
  const accepted = asks.map((ask) => ({ ask, open: dealFor(ask) }))
  const status = 'reserved' as const
  const expires_at = expiresAt.toISOString()
  const toKeep = accepted.flatMap(({ ask: { id, repeatable }, open }) =>
    repeatable ? [{ ...repeatable, reply: { ...open.view, uuid: id, status, expires_at } satisfies Kept }] : [],
  )
  const orders = reservationParts(
    { ...sheet, expiresAt },
    accepted.map(({ ask: { id, tokenHash }, open: { deal } }) => ({ id, tokenHash, deal })),
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
export const orderKeeper: Keeper<Ask, Reserved> = {
  answered,
  terms,
  records,
  use: (tx, eventId, uses) =>
    moveUses(
      tx,
      eventId,
      [...uses].map(([couponId, held]) => ({ couponId, held, used: 0 })),
    ),
  reclaim: (tx, eventId, now) => endOldHolds(tx, eventId, now, MOST_RECLAIMED),
}
