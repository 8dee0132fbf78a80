export { eventReport } from './event-report.ts'
export { payoutDueAt } from './payouts-queries.ts'
export { type DuePayout, duePayouts, payoutRun } from './record-payout.ts'
