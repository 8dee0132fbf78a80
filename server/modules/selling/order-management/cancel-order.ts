import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { RefusalError } from '../../../platform/http/error-handler.ts'
import { type Cancelled, cancelTickets, type CancelInput } from './cancel-tickets.ts'
import type { OrderKey } from '../orders/index.ts'

/**
 * Cancels tickets of a sold order in a transaction of its own, together with the writes of `also`. A refusal leaves nothing
 * written: `order_state`, `refund_failed`, `validation` for tickets that are not the order's.
 */
export const cancelOrderTickets = async (
  platform: Platform,
  key: OrderKey,
  input: CancelInput,
  now: Date,
  also?: (tx: Tx) => Promise<void>,
): Promise<Cancelled | Refusal> => {
  try {
    return await inTransaction(platform.db, async (tx) => {
      const done = await cancelTickets(platform, tx, key, input, now)
      // A refund may have been requested before the refusal: only a throw rolls it back.
      if (isRefusal(done)) throw new RefusalError(done)
      await also?.(tx)
      return done
    })
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal
    throw error
  }
}
