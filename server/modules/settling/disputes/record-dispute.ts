import type { Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { DisputeRow } from './disputes-queries.ts'
import type { DisputeEventData } from './domain-events.ts'

type Recorded = Pick<DisputeRow, 'id' | 'account_id' | 'event_id' | 'payment_id' | 'amount'>

/** Records a change of a dispute in the transaction that makes it. */
export const recordDispute = (
  platform: Platform,
  tx: Tx,
  type: keyof DisputeEventData,
  { id: subject, account_id: accountId, event_id: eventId, payment_id: payment, amount }: Recorded,
  at: Date,
): Promise<void> =>
  platform.domainEvents.append(tx, [{ type, at, accountId, eventId, subject, data: { amount, payment } }])
