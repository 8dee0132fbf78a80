import type { Platform } from '../../../platform/platform.ts'
import { createWindows } from '../../../platform/http/network-limit.ts'
import type { LookUp } from './lookups.ts'
import { type PaymentRow, readPaymentsOf } from './payments-queries.ts'

/** Milliseconds that a webhook has to arrive, and after which a payment may be looked up again. */
const AFTER_MS = 10_000
const AGAIN_MS = 15_000
/** Lookups in a minute: of one order, and of all of this process. */
const PER_ORDER = 4
const PER_PROCESS = 300
/** Lookups that wait for the gateway at the same time: more would only wait for a gateway that is slow. */
const MAX_RUNNING = 20

interface OrderOf {
  readonly eventId: string
  readonly orderId: string
}

/** Looks up the payment of an order whose buyer waits for its outcome; the order tells it once it is settled. */
export type LookUpAwaited = (order: OrderOf, now: Date) => Promise<void>

const isDue = ({ status, created_at, checked_at }: PaymentRow, now: Date): boolean =>
  status === 'started' &&
  now.getTime() - created_at.getTime() >= AFTER_MS &&
  (checked_at === null || now.getTime() - checked_at.getTime() >= AGAIN_MS)

/**
 * A webhook that is late or lost is noticed first by the buyer who came back from the gateway. The payment is looked up then,
 * within a budget, because anybody who holds an order can request it; those of one payment share one lookup.
 */
export const createAwaitedLookups = (platform: Platform, lookUp: LookUp): LookUpAwaited => {
  const over = createWindows()
  let running = 0
  return async ({ eventId, orderId }, now) => {
    if (running >= MAX_RUNNING || over(orderId, PER_ORDER) || over('all', PER_PROCESS)) return
    running += 1
    try {
      const payment = (await readPaymentsOf(platform.db, eventId, orderId)).find((each) => isDue(each, now))
      if (payment) await lookUp(payment)
    } catch (error) {
      platform.log.warn({ err: error, order: orderId }, 'payment lookup failed')
    } finally {
      running -= 1
    }
  }
}
