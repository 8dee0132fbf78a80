import type { Plugin } from '../../../platform/http/route.ts'
import { evidenceRoutes } from './evidence-routes.ts'
import { remindOfDisputes } from './remind.ts'
import { disputeRoutes } from './routes.ts'

export { listDisputes, type NamedCharge, readChargesOfOrder, type ShownDispute } from './disputes-queries.ts'
export { evidenceForOperator } from './evidence-file.ts'
export { moveDispute } from './move-dispute.ts'
export { noteDispute } from './note-dispute.ts'

/** Charges that cardholders dispute: their deadline, their evidence and what became of them. */
export const plugin: Plugin = async (app, platform) => {
  disputeRoutes(app)
  evidenceRoutes(app)
  platform.jobs.cron('disputes.remind', '5 9 * * *', () => remindOfDisputes(platform), {
    retries: 5,
    retryDelay: 60,
  })
}
