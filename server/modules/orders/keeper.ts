import type { Reservation } from '@kartis/contract/public-orders.ts'
import type { Basket, BasketItem } from '@kartis/domain/availability.ts'
import { holdUntil } from '@kartis/domain/hold.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { readAnswers, saveAnswers } from '../../kernel/idempotency-batch.ts'
import type { Repeatable } from '../../kernel/repeatable.ts'
import type { Tx } from '../../kernel/db.ts'
import { type Keeper, releaseHeld, type Sheet } from '../holds/index.ts'
import { expireReserved } from './orders-queries.ts'
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

const linesOf = (items: readonly BasketItem[], sheet: Sheet): NewReservation['lines'] =>
  items.map(({ ticketTypeId, quantity }) => {
    const type = sheet.types.get(ticketTypeId)
    if (!type) throw new Error(`ticket type ${ticketTypeId} was accepted but is not on the sheet`)
    return { typeId: ticketTypeId, name: type.name, quantity, price: type.price }
  })

const reservationOf = (ask: Ask, sheet: Sheet): NewReservation => {
  const lines = linesOf(ask.items, sheet)
  return {
    id: ask.id,
    tokenHash: ask.tokenHash,
    userId: ask.userId,
    lang: ask.lang,
    lines,
    total: lines.reduce((sum, line) => sum + line.quantity * line.price, 0),
    tickets: lines.reduce((sum, line) => sum + line.quantity, 0),
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
    total: toShekels(line.quantity * line.price),
  })),
})

const persist = async (tx: Tx, sheet: Sheet, asks: readonly Ask[]): Promise<readonly Reserved[]> => {
  const expiresAt = holdUntil(sheet.now)
  const orders = asks.map((ask) => reservationOf(ask, sheet))
  const numbers = await insertReservations(tx, { ...sheet, expiresAt }, orders)
  const reserved = orders.map((order) => viewReserved(order, numbers.get(order.id) ?? '', expiresAt))
  const toKeep = reserved.flatMap((reply, place) => {
    const repeatable = asks[place]?.repeatable
    return repeatable ? [{ ...repeatable, reply }] : []
  })
  if (toKeep.length > 0) await saveAnswers(tx, toKeep)
  return reserved
}

/** What orders do inside a batch of the hold engine. */
export const orderKeeper: Keeper<Ask, Reserved> = {
  answered,
  persist,
  reclaim: async (tx, eventId, now) => {
    const freed = await expireReserved(tx, eventId, now, MOST_RECLAIMED)
    await releaseHeld(tx, eventId, freed)
    return freed
  },
}
