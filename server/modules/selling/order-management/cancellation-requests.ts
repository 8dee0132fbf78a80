import type { requestCancellation } from '@kartis/contract/cancellation-requests.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { mayCancel } from '@kartis/domain/cancellation.ts'
import { fitsOrder, orderNumberIn } from '@kartis/domain/cancellation-request.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { findSoldOrder, lockOrder, type OrderKey, recordOrderChange, updateOrder } from '../orders/index.ts'
import { saleOf } from './cancellation-quote.ts'

type Input = BodyOf<typeof requestCancellation>

const JOB = 'orders.cancellation_request'
/** A family and its corrections. Whether the order exists, and whether the request fits it, play no part. */
const BY_NETWORK = { max: 6, seconds: 3600 }
/** Requests that were put on one order. Numbers are guessed easily: those of strangers may not use up the buyer's. */
const BY_ORDER = { max: 4, seconds: 86_400 }

interface ReceivedRequest extends Omit<Input, 'number'> {
  readonly number: string
  /** ISO 8601: by law the day of the request counts, not the day on which somebody reads it. */
  readonly receivedAt: string
}

/**
 * Receives a request. It is compared with the order by a job, so that neither the answer nor its time tells a stranger
 * whether there is such an order. Refusals: `validation`, `too_many_requests`.
 */
export const receiveRequest = async (
  platform: Platform,
  input: Input,
  { network, now }: { readonly network: string; readonly now: Date },
): Promise<{ received_at: string } | Refusal> => {
  const number = orderNumberIn(input.number)
  if (!number) return refuseField('number', 'invalid')
  if (!input.name?.trim() && !input.email?.trim()) return refuseField('name', 'required')
  const limited = await limit(platform, `cancellation_request:${network}`, BY_NETWORK)
  if (limited) return limited
  const received_at = now.toISOString()
  await platform.jobs.enqueue(platform.db, JOB, { ...input, number, receivedAt: received_at } satisfies ReceivedRequest)
  return { received_at }
}

/** Puts a request on the order that it fits; one at a time. A request that fits none leaves nothing behind. */
const fileRequest = async (platform: Platform, tx: Tx, request: ReceivedRequest): Promise<void> => {
  const key = await findSoldOrder(tx, request.number)
  const order = key && (await lockOrder(tx, key))
  if (!order || order.cancellation_requested_at !== null) return
  if (!fitsOrder(request, { name: order.buyer_name, email: order.buyer_email })) return
  const event = await anyEventRow(tx, order.event_id)
  if (!event) return
  // The sender was answered long ago, like everybody: a refusal would tell that the details fit.
  if (await limit(platform, `cancellation_request_of:${order.id}`, BY_ORDER)) return
  const receivedAt = new Date(request.receivedAt)
  const now = platform.clock()
  await updateOrder(tx, key, { cancellation_requested_at: receivedAt })
  await recordOrderChange(platform, tx, order, {
    kind: 'cancellation_requested',
    detail: {
      name: request.name ?? '',
      contact: request.contact,
      reason: request.reason,
      in_time: mayCancel(saleOf(platform, order, event, receivedAt), receivedAt),
    },
    userId: null,
    event: { type: 'order.cancellation_requested', data: {} },
    now,
  })
}

export const defineRequestJob = (platform: Platform): void => {
  platform.jobs.defineTransactional<ReceivedRequest>(JOB, (request, tx) => fileRequest(platform, tx, request), {
    concurrency: 1,
  })
}

/** Closes a request without cancelling. `order_state` when there is none. */
export const closeRequest = (
  platform: Platform,
  key: OrderKey,
  userId: string,
  now: Date,
): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order) return refuse('not_found')
    if (order.cancellation_requested_at === null) return refuse('order_state', { detail: { status: order.status } })
    await updateOrder(tx, key, { cancellation_requested_at: null })
    const event = { type: 'order.cancellation_request_closed', data: {} } as const
    await recordOrderChange(platform, tx, order, { kind: 'cancellation_request_closed', userId, event, now })
    return undefined
  })
