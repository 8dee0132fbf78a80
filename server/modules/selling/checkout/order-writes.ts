import type { Refusal } from '@kartis/domain/refusal.ts'
import { createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { PaymentRow } from '../../payments/payments/index.ts'
import { type DetailsOfOrder, type WholeOrder, writeDetails } from '../order-management/index.ts'
import { type GatewayStart, type OrderKey, type OrderRow, sendToGateway } from '../orders/index.ts'

/** What was written for one order; undefined where its statement wrote nothing, so that the caller takes the longer way. */
interface Written<Result> {
  readonly written: Result | undefined
}

type Of<Write> = Omit<Write, 'orderId'>

export interface OrderWrites {
  /** Saves details from which nothing else follows (see `writeDetails`). Refusal: `overloaded`. */
  details(key: OrderKey, details: Of<DetailsOfOrder>): Promise<Written<WholeOrder> | Refusal>
  /** Sends a reserved order with nothing missing to the gateway (see `sendToGateway`). Refusal: `overloaded`. */
  toGateway(
    key: OrderKey,
    start: Of<GatewayStart>,
  ): Promise<Written<{ order: OrderRow; payment: PaymentRow }> | Refusal>
  /** Resolves when every submitted write has its result. */
  idle(): Promise<void>
}

/** Writes of one event that arrive while others run share the next statement. Of two about one order the first is written. */
const queueOf = <Write extends { readonly orderId: string }, Result>(
  write: (eventId: string, writes: readonly Write[]) => Promise<ReadonlyMap<string, Result>>,
) =>
  createBatchQueue<Write, Written<Result>>(async (eventId, writes) => {
    const first = new Map<string, Write>()
    for (const entry of writes) if (!first.has(entry.orderId)) first.set(entry.orderId, entry)
    const results = await write(eventId, [...first.values()])
    return writes.map((entry) => ({
      written: first.get(entry.orderId) === entry ? results.get(entry.orderId) : undefined,
    }))
  })

/** The frequent writes of a checkout in this process, one queue for each event. */
export const createOrderWrites = ({ db, clock }: Platform): OrderWrites => {
  const details = queueOf((eventId, changes: readonly DetailsOfOrder[]) => writeDetails(db, eventId, changes, clock()))
  const starts = queueOf((eventId, orders: readonly GatewayStart[]) => sendToGateway(db, eventId, orders, clock()))
  return {
    details: ({ eventId, orderId }, change) => details.submit(eventId, { ...change, orderId }),
    toGateway: ({ eventId, orderId }, start) => starts.submit(eventId, { ...start, orderId }),
    idle: async () => {
      await details.idle()
      await starts.idle()
    },
  }
}
