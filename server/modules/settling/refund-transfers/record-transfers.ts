import type { Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { RefundTransferEventData } from './domain-events.ts'
import type { TransferRow } from './transfers-queries.ts'

type Act = Exclude<keyof RefundTransferEventData, 'refund_transfer.done'>

/** Writes what became of transfers into the log of domain events. */
export const recordTransfers = (platform: Platform, tx: Tx, act: Act, rows: readonly TransferRow[]): Promise<void> => {
  const at = platform.clock()
  return platform.domainEvents.append(
    tx,
    rows.map((row) => ({
      type: act,
      at,
      accountId: row.account_id,
      eventId: row.event_id,
      subject: row.id,
      data: { order: row.order_id, refund: row.refund_id, amount: row.amount },
    })),
  )
}
