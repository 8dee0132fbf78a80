import { isHolding } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { type BatchQueue, createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
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
import { settleSingle } from './settle-payment.ts'

/** A payment that the gateway's books speak of, or an order that costs nothing. */
type Ask =
  | { readonly orderId: string; readonly payment: PaymentRow; readonly fact: PaidFact | DeclinedFact }
  | { readonly orderId: string; readonly payment?: undefined; readonly fact?: undefined }

/** What became of it; a fault of one is told to that one alone. */
type End = { readonly outcome: string } | { readonly refused: Refusal } | { readonly fault: unknown }

/** Payments settled in one transaction: enough to share a commit, few enough to be short. */
const MAX_AT_ONCE = 100

/** Paid in time, once, the right sum: the case that comes by the hundred. Everything else has a transaction of its own. */
const isPlain = ({ payment, fact }: Ask, order: OrderRow, now: Date): boolean =>
  payment === undefined
    ? order.total === 0 && refuseUnlessOpen(order, now) === undefined
    : fact.state === 'paid' &&
      fact.amount === payment.amount &&
      fact.extra.length === 0 &&
      payment.status !== 'paid' &&
      isHolding(order.status)

const freeAlone = (platform: Platform, key: OrderKey): Promise<End> =>
  inTransaction(platform.db, async (tx): Promise<End> => {
    const order = await lockOrder(tx, key)
    const now = platform.clock()
    // A second click finds the work done.
    if (!order || order.total > 0) return { outcome: 'unknown_order' }
    if (!isHolding(order.status) && order.paid_at !== null) return { outcome: 'repeat' }
    const closed = refuseUnlessOpen(order, now)
    if (closed) return { refused: closed }
    await completeOrders(platform, tx, [{ order }], { fromHold: true, now })
    return { outcome: 'paid' }
  })

const alone = async (platform: Platform, eventId: string, ask: Ask): Promise<End> => {
  try {
    if (ask.payment) return { outcome: await settleSingle(platform, ask.payment, ask.fact) }
    return await freeAlone(platform, { eventId, orderId: ask.orderId })
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
const settleBatchTogether = (platform: Platform, eventId: string, asks: readonly Ask[]): Promise<ReadonlySet<Ask>> =>
  inTransaction(platform.db, async (tx) => {
    const now = platform.clock()
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
    await completeOrders(platform, tx, completions, { fromHold: true, now })
    return new Set(done.map(([ask]) => ask))
  })

const settleBatch = async (platform: Platform, eventId: string, asks: readonly Ask[]): Promise<End[]> => {
  const done = asks.length > 1 ? await settleBatchTogether(platform, eventId, asks) : new Set<Ask>()
  const ends: End[] = []
  for (const ask of asks) ends.push(done.has(ask) ? { outcome: 'paid' } : await alone(platform, eventId, ask))
  return ends
}

const queueByPlatform = new WeakMap<Platform, BatchQueue<Ask, End>>()

/** The settlements of this process, one queue for each event. A batch that fails is tried again member by member. */
export const settlementQueueOf = (platform: Platform): BatchQueue<Ask, End> => {
  const known = queueByPlatform.get(platform)
  if (known) return known
  const lanes = createBatchQueue<Ask, End>((eventId, asks) => settleBatch(platform, eventId, asks), {
    maxBatchSize: MAX_AT_ONCE,
  })
  queueByPlatform.set(platform, lanes)
  return lanes
}

const enter = async (platform: Platform, eventId: string, ask: Ask): Promise<string | Refusal> => {
  const end = await settlementQueueOf(platform).submit(eventId, ask)
  if (isRefusal(end)) return end
  if ('fault' in end) throw end.fault
  return 'refused' in end ? end.refused : end.outcome
}

/**
 * What the gateway's books say becomes true here: payment, order, tickets, stock and messages move together. Those of one event that come at
 * about the same time share a transaction. The orders are locked first, so words, look-ups and the sweeper may all
 * come at once: the first one acts.
 */
export const settlePayment: Settle = async (platform, payment, fact) => {
  const outcome = await enter(platform, payment.event_id, { orderId: payment.order_id, payment, fact })
  if (isRefusal(outcome)) throw new Error(`a payment could not be settled: ${outcome.refusal}`)
  return outcome
}

/** An order with nothing to pay becomes paid; again, and nothing changes. `hold_expired`, `order_state`, `overloaded`. */
export const settleFree = async (platform: Platform, { eventId, orderId }: OrderKey): Promise<Refusal | undefined> => {
  const outcome = await enter(platform, eventId, { orderId })
  return isRefusal(outcome) ? outcome : undefined
}
