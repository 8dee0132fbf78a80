import { EVENT } from '@kartis/domain/limits.ts'
import { type AcquirerDays, acquirerPaysAt } from '@kartis/domain/settlement.ts'

const HOUR = 3_600_000

/** When the payout of an event becomes due: some hours after its end, and not before the acquirer has paid its last sale. */
export const payoutDueAt = (endsAt: Date, days: AcquirerDays): Date => {
  const settled = new Date(endsAt.getTime() + EVENT.summaryHoursAfterEnd * HOUR)
  const paid = acquirerPaysAt(endsAt, days)
  return paid > settled ? paid : settled
}
