import { isRefusal } from '@kartis/domain/refusal.ts'
import { createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import type { Db } from '../../../platform/database/db.ts'
import { anyEventRow, type EventRow } from '../../catalogue/events/index.ts'
import { type LoadedOrder, readShownOrders, type RequestedOrder } from '../order-management/index.ts'
import { type OrderKey, type OrderRow, type Question, readOrders, readQuestions } from '../orders/index.ts'

export interface OrderReads {
  /** An order for a request that does not show it. */
  order(key: OrderKey): Promise<OrderRow | undefined>
  /** What an event asks of every order before it is confirmed. */
  requirements(eventId: string): Promise<Requirements>
  /** An order with its parts (see `readShownOrders`), for a request that shows it. */
  shown(key: OrderKey, versions: readonly string[]): Promise<LoadedOrder | undefined>
}

export interface Requirements {
  /** undefined when the event does not exist. */
  readonly event: EventRow | undefined
  readonly questions: readonly Question[]
}

interface Found<Row> {
  readonly row: Row | undefined
}

/** Reads of one event that arrive while others run share the next statement, which begins after each of them was asked for. */
const queueOf = <Requested extends { readonly orderId: string }, Row>(
  read: (eventId: string, requested: readonly Requested[]) => Promise<ReadonlyMap<string, Row>>,
): ((eventId: string, requested: Requested) => Promise<Row | undefined>) => {
  const queue = createBatchQueue<Requested, Found<Row>>(async (eventId, requested) => {
    const rows = await read(eventId, requested)
    return requested.map(({ orderId }) => ({ row: rows.get(orderId) }))
  })
  return async (eventId, requested) => {
    const found = await queue.submit(eventId, requested)
    return isRefusal(found) ? (await read(eventId, [requested])).get(requested.orderId) : found.row
  }
}

/** The frequent reads of a checkout in this process: buyers who save, pay and poll. */
export const createOrderReads = (db: Db): OrderReads => {
  const orders = queueOf(async (eventId, requested: readonly { readonly orderId: string }[]) => {
    const rows = await readOrders(
      db,
      requested.map(({ orderId }) => ({ eventId, orderId })),
    )
    return new Map(rows.map((row) => [row.id, row]))
  })
  const shown = queueOf((eventId, requested: readonly RequestedOrder[]) => readShownOrders(db, eventId, requested))
  const readRequirements = async (eventId: string): Promise<Requirements> => {
    const [event, questions] = await Promise.all([anyEventRow(db, eventId), readQuestions(db, eventId)])
    return { event, questions }
  }
  const requirements = createBatchQueue<undefined, Requirements>(async (eventId, requested) => {
    const read = await readRequirements(eventId)
    return requested.map(() => read)
  })
  return {
    requirements: async (eventId) => {
      const read = await requirements.submit(eventId, undefined)
      return isRefusal(read) ? readRequirements(eventId) : read
    },
    order: ({ eventId, orderId }) => orders(eventId, { orderId }),
    shown: ({ eventId, orderId }, versions) => shown(eventId, { orderId, versions }),
  }
}
