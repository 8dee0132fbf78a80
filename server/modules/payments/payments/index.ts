import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { checkUnheard } from './query-gateway.ts'
import { processWebhooks } from './process-webhook.ts'
import { REFUND_JOB, sendRefund } from './refund.ts'
import { routes } from './routes.ts'
import { WEBHOOK_JOB } from './receive-webhook.ts'
import { webhookWorkerOf } from './webhook-worker.ts'

export { type ReaderAsk, startAtReader, takeCash } from './card-present.ts'
export { askGateway, checkUnheard } from './query-gateway.ts'
export { awaitPage, firstAttempt, openPage, takeAttempt } from './payment-attempt.ts'
export { settlementHandlerOf, type Settle } from './settlement-handler.ts'
export { type DeclinedFact, type Gateway, isGatewayError, type PaidFact, type PaymentFact } from './gateway.ts'
export {
  insertPayment,
  markAbandoned as abandonPayment,
  markDeclined,
  type PaymentRow,
  readPayment,
  readPaymentsOf,
  readPaymentsOfOrders,
} from './payments-queries.ts'
export { recordPaid, recordPaidMany, returnExtraCharges } from './record-payment.ts'
export { requestRefund, type RefundInput, sendRefund } from './refund.ts'
export { readRefundsOf, type RefundRow } from './refunds-queries.ts'

/** Words of the gateway, payments without a word, refunds, and sums locked for a terminal. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  routes(app)
  platform.jobs.defineBatch<{ wordId: string }>(WEBHOOK_JOB, (jobs) => processWebhooks(platform, jobs), {
    batch: 64,
    retries: 6,
    retryDelay: 2,
    retryDelayMax: 120,
  })
  platform.jobs.define<{ eventId: string; refundId: string }>(REFUND_JOB, (data) => sendRefund(platform, data), {
    concurrency: 2,
    retries: 12,
    retryDelay: 10,
    retryDelayMax: 3600,
  })
  // A process that listens looks words up itself; their jobs are for what was left open by one that died or met a fault.
  app.addHook('onListen', async () => webhookWorkerOf(platform).open())
  app.addHook('onClose', () => webhookWorkerOf(platform).close())
  platform.jobs.cron('payments.unheard', '* * * * *', () => checkUnheard(platform))
}
export type { PaymentsTable } from './tables.ts'

export { paymentSandbox } from './gateways/tranzila/sandbox.ts'
