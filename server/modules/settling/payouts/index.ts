import type { App } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { bookPast } from '../ledger/index.ts'
import { payoutRoutes } from './routes.ts'
import { settleEventPayouts } from './settle-event-payouts.ts'

export { BANK_FILE_FORMATS, bankFile, BankFileError, type BankFileFormat, masavSender } from './bank-file.ts'
export { type DraftedStatement, draftStatement, previewStatement } from './draft-statement.ts'
export { payoutDueAt, SETTLED_END } from './due.ts'
export { readAccountsToSettle } from './due-queries.ts'
export { eventReport, type OpenRefunds, payoutsAfter } from './event-report.ts'
export { exportBatch } from './export-batch.ts'
export {
  approvePayout,
  confirmPayout,
  draftedBy,
  isProblem,
  markSent,
  type PayoutProblem,
  reissuePayout,
  returnPayout,
} from './payout-steps.ts'
export { type StatementCards, statementCards } from './statement-cards.ts'
export { type ListedPayout, type PayoutRow, readListedPayout, readListedPayoutsIn } from './payouts-queries.ts'
export { type MeansRow, meansRows } from './sales-queries.ts'
export {
  listStatements,
  readStatement,
  readStatementLines,
  statementArrivals,
  type StatementRow,
} from './statements-queries.ts'
export { type MeansSums, readMeansSums, readPromised, readReasons } from './statement-sums-queries.ts'
export { serviceFeeRows } from './service-fee-sql.ts'
export { lastSettlementAt, settledNetsOf, SETTLEMENTS } from './settled-queries.ts'

const PAST_JOB = 'payouts.settle_event_payouts'

/** Statements and payouts of accounts. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  payoutRoutes(app)
  platform.jobs.define(
    PAST_JOB,
    async () => {
      await bookPast(platform)
      await settleEventPayouts(platform)
    },
    { unique: true, expire: 3600 },
  )
  app.addHook('onReady', async () => {
    const earlier = await platform.db.selectFrom('event_payouts').select('id').limit(1).executeTakeFirst()
    if (earlier) await platform.jobs.enqueue(platform.db, PAST_JOB, {}, { key: 'all' })
  })
}
