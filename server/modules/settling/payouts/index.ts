export { computeReport, eventReport } from './event-report.ts'
export { payoutDueAt, payoutOf, type PayoutRow } from './payouts-queries.ts'
export { type DuePayout, duePayouts, payoutRun } from './record-payout.ts'
