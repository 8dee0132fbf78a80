import type { Plugin } from '../../../platform/http/route.ts'
import { holdAllReleased } from './hold-released.ts'
import { refundTransferEvents, remindBuyers, sweepDetails } from './request-details.ts'
import { buyerRoutes, transferRoutes } from './routes.ts'

export { giveDetails } from './give-details.ts'
export { requestForRefused } from './request-details.ts'
export { tokenOf } from './transfer-messages.ts'
export { settleRefused, settleTransfer } from './settle-transfer.ts'
export { listTransfers, readShown, type ShownTransfer } from './list-queries.ts'
export { fileBytes, makeFile } from './transfer-file.ts'
export { countOwn, eraseDetailsOf, readUnsettled } from './transfers-queries.ts'

/** Refunds that a gateway has refused for good: buyers give bank details, and the money goes back by bank transfer. */
export const plugin: Plugin = async (app, platform) => {
  transferRoutes(app)
  buyerRoutes(app)
  platform.domainEvents.subscribe(refundTransferEvents(platform))
  platform.jobs.cron('refund_transfers.remind', '15 8 * * *', () => remindBuyers(platform), {
    retries: 5,
    retryDelay: 60,
  })
  platform.jobs.cron('refund_transfers.hold', '*/10 * * * *', () => holdAllReleased(platform))
  platform.jobs.cron('refund_transfers.sweep', '25 3 * * *', () => sweepDetails(platform))
}
