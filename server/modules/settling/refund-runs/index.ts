import type { Plugin } from '../../../platform/http/route.ts'
import { LATE_JOB, type LateJob, refundRunEvents, takeLateOrders } from './follow-events.ts'
import { NOTIFY_JOB, type NotifyPage, notifyPage } from './notify-buyers.ts'
import { choiceRoutes } from './choice-routes.ts'
import { ORDER_JOB, type OrderJob, refundOrder } from './refund-order.ts'
import { replanEvents } from './replan-order.ts'
import { routes } from './routes.ts'
import { enqueueStep, STEP_JOB, type StepJob } from './run-events.ts'
import { readRunsUnderWay } from './runs-queries.ts'
import { stepRun } from './step-run.ts'

export { approveRun } from './approve-run.ts'
export { notifyPage } from './notify-buyers.ts'
export { previewRun } from './plan-run.ts'
export { refundOrder } from './refund-order.ts'
export { stepRun } from './step-run.ts'

/** Refunds of all orders of an event together: preview, approval, one outcome for each order. */
export const plugin: Plugin = async (app, platform) => {
  routes(app)
  choiceRoutes(app)
  platform.domainEvents.subscribe(refundRunEvents(platform))
  platform.domainEvents.subscribe(replanEvents(platform))
  platform.jobs.defineTransactional<StepJob>(STEP_JOB, (key, tx) => stepRun(platform, tx, key), {
    unique: true,
    retries: 5,
    retryDelay: 2,
    retryDelayMax: 60,
  })
  platform.jobs.define<OrderJob>(ORDER_JOB, (job) => refundOrder(platform, job), {
    concurrency: 2,
    retries: 8,
    retryDelay: 5,
    retryDelayMax: 600,
  })
  platform.jobs.defineTransactional<NotifyPage>(NOTIFY_JOB, (page, tx) => notifyPage(platform, tx, page), {
    retries: 8,
  })
  platform.jobs.defineTransactional<LateJob>(LATE_JOB, (job, tx) => takeLateOrders(platform, tx, job), { retries: 8 })
  // Deadlines pass and gateways answer late: each run under way is looked at once a minute.
  platform.jobs.cron('refund_runs.look', '* * * * *', async () => {
    for (const run of await readRunsUnderWay(platform.db)) await enqueueStep(platform, platform.db, run)
  })
}
