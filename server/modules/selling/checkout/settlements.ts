import { isHolding } from '@kartis/domain/order.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  type DeclinedFact,
  isNotOffered,
  type PaidFact,
  type PaymentRow,
  recordPaidMany,
  type Settle,
} from '../../payments/payments/index.ts'
import {
  agreedIn,
  type BuyerDetails,
  lockOrder,
  lockOrders,
  type OrderKey,
  type OrderRow,
  refuseUnlessOpen,
} from '../orders/index.ts'
import { completeOrders } from './complete-order.ts'
import { createPaymentOutcomes, type PaymentOutcomes } from './payment-outcomes.ts'
import { settleSingle } from './settle-payment.ts'

/** A payment and what its gateway's records say of it, or an order that costs nothing and what its buyer typed with it. */
type Settlement =
  | {
      readonly orderId: string
      readonly payment: PaymentRow
      readonly fact: PaidFact | DeclinedFact
      readonly buyer?: undefined
    }
  | {
      readonly orderId: string
      readonly payment?: undefined
      readonly fact?: undefined
      readonly buyer: BuyerDetails | undefined
    }

/** The result of one settlement; an error concerns that settlement alone, not its batch. */
type Result = { readonly outcome: string } | { readonly refused: Refusal } | { readonly error: unknown }

/** Settlements of one transaction: enough to share a commit, few enough to be short. */
const MAX_BATCH = 100

/** A change of details is also a change of the consent that names the same phone: it is written by itself, before. */
const mustWriteDetailsFirst = (order: OrderRow, buyer: BuyerDetails | undefined): boolean =>
  buyer !== undefined && order.marketing_consent_at !== null

/** Paid in time, once, as offered and with the right amount: the frequent case. Everything else is settled by itself. */
const isBatchable = ({ payment, fact, buyer }: Settlement, order: OrderRow, now: Date): boolean =>
  payment === undefined
    ? order.total === 0 && refuseUnlessOpen(order, now) === undefined && !mustWriteDetailsFirst(order, buyer)
    : fact.state === 'paid' &&
      fact.amount === payment.amount &&
      payment.amount === order.total &&
      fact.extra.length === 0 &&
      !isNotOffered(payment, fact) &&
      payment.status !== 'paid' &&
      isHolding(order.status)

const settleFreeSingle = (platform: Platform, key: OrderKey, buyer: BuyerDetails | undefined): Promise<Result> =>
  inTransaction(platform.db, async (tx): Promise<Result> => {
    const order = await lockOrder(tx, key)
    const now = platform.clock()
    if (!order) return { outcome: 'unknown_order' }
    // Its coupon was removed since the order was read.
    if (order.total > 0) return { refused: refuse('order_state', { detail: { status: order.status } }) }
    // A second click finds the order paid.
    if (!isHolding(order.status) && order.paid_at !== null) return { outcome: 'repeat' }
    const closed = refuseUnlessOpen(order, now)
    if (closed) return { refused: closed }
    if (mustWriteDetailsFirst(order, buyer)) return { outcome: 'details_first' }
    await completeOrders(platform, tx, [{ order, buyer, detail: agreedIn(buyer?.lang ?? order.lang) }], {
      fromHold: true,
      now,
    })
    return { outcome: 'paid' }
  })

const settleAlone = async (platform: Platform, eventId: string, settlement: Settlement): Promise<Result> => {
  const { orderId, payment, fact, buyer } = settlement
  try {
    return payment
      ? { outcome: await settleSingle(platform, payment, fact) }
      : await settleFreeSingle(platform, { eventId, orderId }, buyer)
  } catch (error) {
    return { error }
  }
}

/** The batchable settlements, one for each order, with the order as it is under its lock. */
const lockBatchable = async (
  tx: Tx,
  eventId: string,
  settlements: readonly Settlement[],
  now: Date,
): Promise<Map<Settlement, OrderRow>> => {
  const ids = [...new Set(settlements.map(({ orderId }) => orderId))]
  const orders = new Map((await lockOrders(tx, eventId, ids)).map((order) => [order.id, order]))
  const batchable = new Map<Settlement, OrderRow>()
  for (const settlement of settlements) {
    const order = orders.get(settlement.orderId)
    if (!order || !isBatchable(settlement, order, now)) continue
    orders.delete(settlement.orderId)
    batchable.set(settlement, order)
  }
  return batchable
}

/**
 * Settles the batchable ones in one transaction, with the same statements as for one: order rows in the order of their
 * ids, then their payments, then tickets and events, then the stock counters. Returns those that it made paid.
 */
const settleTogether = (
  platform: Platform,
  eventId: string,
  settlements: readonly Settlement[],
): Promise<ReadonlySet<Settlement>> =>
  inTransaction(platform.db, async (tx) => {
    const now = platform.clock()
    const batchable = [...(await lockBatchable(tx, eventId, settlements, now))]
    const charged = batchable.flatMap(([{ payment, fact }]) =>
      payment && fact.state === 'paid' ? [{ payment, fact }] : [],
    )
    const recorded = charged.length > 0 ? await recordPaidMany(tx, eventId, charged, now) : new Set<string>()
    // A payment that another process recorded first is a repeat, and is settled by itself.
    const paid = batchable.filter(([{ payment }]) => payment === undefined || recorded.has(payment.id))
    const completions = paid.map(([{ payment, buyer }, order]) => ({
      order,
      buyer,
      detail: payment ? { payment: payment.id } : agreedIn(buyer?.lang ?? order.lang),
    }))
    await completeOrders(platform, tx, completions, { fromHold: true, now })
    return new Set(paid.map(([settlement]) => settlement))
  })

const settleBatch = async (
  platform: Platform,
  eventId: string,
  settlements: readonly Settlement[],
): Promise<Result[]> => {
  const paid = settlements.length > 1 ? await settleTogether(platform, eventId, settlements) : new Set<Settlement>()
  const results: Result[] = []
  for (const settlement of settlements)
    results.push(paid.has(settlement) ? { outcome: 'paid' } : await settleAlone(platform, eventId, settlement))
  return results
}

export interface Settlements {
  /**
   * Makes true here what the gateway's records say: payment, order, tickets, stock and events change together. Payments
   * of one event that arrive at about the same time share a transaction. The order's lock comes first, so webhooks,
   * look-ups and the expiry job may settle the same payment at once: the first one acts.
   */
  readonly settlePayment: Settle
  /**
   * Makes an order that costs nothing paid, with the details that came with it; repeating it changes nothing.
   * `details_first`: nothing was written, because more follows from these details. Refusals: `hold_expired`, `order_state`,
   * `overloaded`.
   */
  settleFree(key: OrderKey, buyer: BuyerDetails | undefined): Promise<Refusal | 'details_first' | undefined>
  /** The outcomes of the payments that are settled here. */
  readonly outcomes: PaymentOutcomes
  /** Resolves when every settlement has its result. */
  idle(): Promise<void>
}

/** The settlements of this process, one queue for each event. A batch that fails is retried member by member. */
export const createSettlements = (platform: Platform): Settlements => {
  const queue = createBatchQueue<Settlement, Result>((eventId, batch) => settleBatch(platform, eventId, batch), {
    maxBatchSize: MAX_BATCH,
  })
  const outcomes = createPaymentOutcomes()
  const settle = async (eventId: string, settlement: Settlement): Promise<string | Refusal> => {
    const result = await queue.submit(eventId, settlement)
    if (isRefusal(result)) return result
    if ('error' in result) throw result.error
    return 'refused' in result ? result.refused : result.outcome
  }
  return {
    settlePayment: async (payment, fact) => {
      const outcome = await settle(payment.event_id, { orderId: payment.order_id, payment, fact })
      if (isRefusal(outcome)) throw new Error(`a payment could not be settled: ${outcome.refusal}`)
      outcomes.announce(payment.order_id)
      return outcome
    },
    settleFree: async ({ eventId, orderId }, buyer) => {
      const outcome = await settle(eventId, { orderId, buyer })
      return isRefusal(outcome) || outcome === 'details_first' ? outcome : undefined
    },
    outcomes,
    idle: () => queue.idle(),
  }
}
