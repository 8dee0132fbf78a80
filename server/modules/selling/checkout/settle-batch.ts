import { isHolding } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Kernel } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { type Lanes, openLanes } from '../inventory/index.ts'
import {
  type DeclinedFact,
  type PaidFact,
  type PaymentRow,
  recordPaidMany,
  type Settle,
} from '../../payments/payments/index.ts'
import { completeOrders } from './complete-order.ts'
import { refuseUnlessOpen } from '../orders/index.ts'
import { lockOrder, lockOrders, type OrderKey, type OrderRow } from '../orders/index.ts'
import { settleAlone } from './settle-payment.ts'

/** A payment that the gateway's books speak of, or an order that costs nothing. */
type Ask =
  | { readonly orderId: string; readonly payment: PaymentRow; readonly fact: PaidFact | DeclinedFact }
  | { readonly orderId: string; readonly payment?: undefined; readonly fact?: undefined }

/** What became of it; a fault of one is told to that one alone. */
type End = { readonly outcome: string } | { readonly refused: Refusal } | { readonly fault: unknown }

/** Payments settled in one transaction: enough to share a commit, few enough to be short. */
const MOST_AT_ONCE = 100

/** Paid in time, once, the right sum: the case that comes by the hundred. Everything else has a transaction of its own. */
const isPlain = ({ payment, fact }: Ask, order: OrderRow, now: Date): boolean =>
  payment === undefined
    ? order.total === 0 && refuseUnlessOpen(order, now) === undefined
    : fact.state === 'paid' &&
      fact.amount === payment.amount &&
      fact.extra.length === 0 &&
      payment.status !== 'paid' &&
      isHolding(order.status)

const freeAlone = (kernel: Kernel, key: OrderKey): Promise<End> =>
  inTransaction(kernel.db, async (tx): Promise<End> => {
    const order = await lockOrder(tx, key)
    const now = kernel.clock()
    // A second click finds the work done.
    if (!order || order.total > 0) return { outcome: 'unknown_order' }
    if (!isHolding(order.status) && order.paid_at !== null) return { outcome: 'repeat' }
    const closed = refuseUnlessOpen(order, now)
    if (closed) return { refused: closed }
    await completeOrders(kernel, tx, key.eventId, [{ order }], { fromHold: true, now })
    return { outcome: 'paid' }
  })

const alone = async (kernel: Kernel, eventId: string, ask: Ask): Promise<End> => {
  try {
    if (ask.payment) return { outcome: await settleAlone(kernel, ask.payment, ask.fact) }
    return await freeAlone(kernel, { eventId, orderId: ask.orderId })
  } catch (fault) {
    return { fault }
  }
}

/** The plain ones among the asks, each order once, with the order as it is under its lock. */
const plainOf = async (tx: Tx, eventId: string, asks: readonly Ask[], now: Date): Promise<Map<Ask, OrderRow>> => {
  const ids = [...new Set(asks.map(({ orderId }) => orderId))]
  const orders = new Map((await lockOrders(tx, eventId, ids)).map((order) => [order.id, order]))
  const plain = new Map<Ask, OrderRow>()
  for (const ask of asks) {
    const order = orders.get(ask.orderId)
    if (!order || !isPlain(ask, order, now)) continue
    orders.delete(ask.orderId)
    plain.set(ask, order)
  }
  return plain
}

/**
 * Settles the plain ones of a batch in one transaction, with the same statements as for one: order rows in the order of their ids, then their
 * payments, then tickets and messages, then the counters. Answers which it made paid.
 */
const settleTogether = (kernel: Kernel, eventId: string, asks: readonly Ask[]): Promise<ReadonlySet<Ask>> =>
  inTransaction(kernel.db, async (tx) => {
    const now = kernel.clock()
    const plain = [...(await plainOf(tx, eventId, asks, now))]
    const charged = plain.flatMap(([{ payment, fact }]) =>
      payment && fact.state === 'paid' ? [{ payment, fact }] : [],
    )
    const first = charged.length > 0 ? await recordPaidMany(tx, eventId, charged, now) : new Set<string>()
    // A payment that another process was quicker with is a repeat, and has its own transaction to find that out.
    const done = plain.filter(([{ payment }]) => payment === undefined || first.has(payment.id))
    const completions = done.map(([{ payment }, order]) => ({
      order,
      ...(payment && { detail: { payment: payment.id } }),
    }))
    await completeOrders(kernel, tx, eventId, completions, { fromHold: true, now })
    return new Set(done.map(([ask]) => ask))
  })

const settleBatch = async (kernel: Kernel, eventId: string, asks: readonly Ask[]): Promise<End[]> => {
  const done = asks.length > 1 ? await settleTogether(kernel, eventId, asks) : new Set<Ask>()
  const ends: End[] = []
  for (const ask of asks) ends.push(done.has(ask) ? { outcome: 'paid' } : await alone(kernel, eventId, ask))
  return ends
}

const lanesByKernel = new WeakMap<Kernel, Lanes<Ask, End>>()

/** The settlements of this process, one queue for each event. A batch that fails is tried again member by member. */
export const settleLanesOf = (kernel: Kernel): Lanes<Ask, End> => {
  const known = lanesByKernel.get(kernel)
  if (known) return known
  const lanes = openLanes<Ask, End>((eventId, asks) => settleBatch(kernel, eventId, asks), { mostAtOnce: MOST_AT_ONCE })
  lanesByKernel.set(kernel, lanes)
  return lanes
}

const enter = async (kernel: Kernel, eventId: string, ask: Ask): Promise<string | Refusal> => {
  const end = await settleLanesOf(kernel).enter(eventId, ask)
  if (isRefusal(end)) return end
  if ('fault' in end) throw end.fault
  return 'refused' in end ? end.refused : end.outcome
}

/**
 * What the gateway's books say becomes true here: payment, order, tickets, stock and messages move together. Those of one event that come at
 * about the same time share a transaction. The orders are locked first, so words, look-ups and the sweeper may all
 * come at once: the first one acts.
 */
export const settlePayment: Settle = async (kernel, payment, fact) => {
  const outcome = await enter(kernel, payment.event_id, { orderId: payment.order_id, payment, fact })
  if (isRefusal(outcome)) throw new Error(`a payment could not be settled: ${outcome.refusal}`)
  return outcome
}

/** An order with nothing to pay becomes paid; again, and nothing changes. `hold_expired`, `order_state`, `overloaded`. */
export const settleFree = async (kernel: Kernel, { eventId, orderId }: OrderKey): Promise<Refusal | undefined> => {
  const outcome = await enter(kernel, eventId, { orderId })
  return isRefusal(outcome) ? outcome : undefined
}
