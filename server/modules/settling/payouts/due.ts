import { EVENT } from '@kartis/domain/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import { type AcquirerDays, acquirerPaysAt } from '@kartis/domain/settlement.ts'

const HOUR = 3_600_000

/**
 * The end that the payout of an event waits for, of `events e`: the latest one under which it had tickets, so that a producer
 * cannot make money due by moving the event. `greatest` passes over null.
 */
export const SETTLED_END: RawBuilder<Date> = sql`greatest(e.ends_at, e.sold_ends_at)`

/** The same of a row of the event. */
export const settledEnd = ({ ends_at: end, sold_ends_at: sold }: { ends_at: Date; sold_ends_at: Date | null }): Date =>
  sold && sold > end ? sold : end

/** When the payout of an event becomes due: some hours after its end (`settledEnd`), and not before the acquirer has paid its last sale. */
export const payoutDueAt = (endsAt: Date, days: AcquirerDays): Date => {
  const settled = new Date(endsAt.getTime() + EVENT.summaryHoursAfterEnd * HOUR)
  const paid = acquirerPaysAt(endsAt, days)
  return paid > settled ? paid : settled
}
