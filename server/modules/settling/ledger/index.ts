import type { App } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { ledgerReader } from './book-facts.ts'
import { bookPast, PAST_JOB } from './book-past.ts'
import { ledgerRoutes } from './routes.ts'

export { bookAct, type OperatorAct } from './book-acts.ts'
export { bookingOf, refundJournals } from './book-facts.ts'
export { bookJournals, type FeeBasis, type Journal, lockLedgers, ofAccount } from './book-journals.ts'
export { bookPast, bookPastOf } from './book-past.ts'
export { type BookDifference, compareBooks, readBookedEvents } from './compare-books.ts'
export { PAYMENT_OF_JOURNAL, PRODUCER_ENTRY } from './journal-sql.ts'
export { type JournalRange, listJournals } from './list-queries.ts'
export { viewJournal } from './view.ts'
export { readSales } from './facts-queries.ts'
export { adjustmentsOf, ledgerRevenueOf } from './sums-queries.ts'

/** The ledger: every payment, refund, fee and payout as journals that sum to zero. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  ledgerRoutes(app)
  platform.domainEvents.subscribe(ledgerReader(platform))
  platform.jobs.define(PAST_JOB, () => bookPast(platform), { unique: true, expire: 3600 })
  app.addHook('onReady', async () => {
    const unbooked = await platform.db.selectFrom('ledger_unbooked').select('event_id').limit(1).executeTakeFirst()
    if (unbooked) await platform.jobs.enqueue(platform.db, PAST_JOB, {}, { key: 'all' })
  })
}
