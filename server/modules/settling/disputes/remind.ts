import { nearDeadline } from '@kartis/domain/dispute.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { markNear, readCharge } from './disputes-queries.ts'
import { managersNotice } from './notify-managers.ts'
import { recordDispute } from './record-dispute.ts'

/**
 * Moves disputes whose evidence is due within days, and reminds the managers of each once. What is written decides who is
 * told, so that a repeated run tells nobody twice and a missed one is made up for.
 */
export const remindOfDisputes = (platform: Platform): Promise<void> =>
  inTransaction(platform.db, async (tx) => {
    const now = platform.clock()
    for (const dispute of await markNear(tx, nearDeadline(now), now)) {
      const { id, account_id: accountId, event_id: eventId, payment_id: payment, amount, deadline, held } = dispute
      await recordDispute(platform, tx, 'dispute.evidence_due', dispute, now)
      const charge = dispute.unreminded ? await readCharge(tx, eventId, payment) : undefined
      if (!charge) continue
      const { order_number: number, event_name: event } = charge
      const notice = { kind: 'reminder', id, accountId, event, number, amount, deadline, held } as const
      await platform.notifications.sendMany(tx, await managersNotice(platform, tx, notice))
    }
  })
