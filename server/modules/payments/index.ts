import type { Kernel } from '../../kernel/context.ts'
import type { App } from '../../kernel/route.ts'
import { checkUnheard } from './ask-gateway.ts'
import { handleWords } from './handle-word.ts'
import { REFUND_JOB, sendRefund } from './refund.ts'
import { routes } from './routes.ts'
import { WORD_JOB } from './take-word.ts'
import { wordsAtOnceOf } from './words-at-once.ts'

export { type ReaderAsk, startAtReader, takeCash } from './counter.ts'
export { askGateway, checkUnheard } from './ask-gateway.ts'
export { awaitPage, firstAttempt, openPage, takeAttempt } from './attempt.ts'
export { deskOf, type Settle } from './desk.ts'
export { type DeclinedFact, type Gateway, isGatewayFault, type PaidFact, type PaymentFact } from './gateway.ts'
export {
  insertPayment,
  markAbandoned as abandonPayment,
  markDeclined,
  type PaymentRow,
  readPayment,
  readPaymentsOf,
  readPaymentsOfOrders,
} from './payments-queries.ts'
export { recordPaid, recordPaidMany, returnExtraCharges } from './record.ts'
export { requestRefund, type RefundWish, sendRefund } from './refund.ts'
export { readRefundsOf, type RefundRow } from './refunds-queries.ts'

/** Words of the gateway, payments without a word, refunds, and sums locked for a terminal. */
export const plugin = async (app: App, kernel: Kernel): Promise<void> => {
  routes(app)
  kernel.jobs.defineBatch<{ wordId: string }>(WORD_JOB, (jobs) => handleWords(kernel, jobs), {
    batch: 64,
    retries: 6,
    retryDelay: 2,
    retryDelayMax: 120,
  })
  kernel.jobs.define<{ eventId: string; refundId: string }>(REFUND_JOB, (data) => sendRefund(kernel, data), {
    concurrency: 2,
    retries: 12,
    retryDelay: 10,
    retryDelayMax: 3600,
  })
  // A process that listens looks words up itself; their jobs are for what was left open by one that died or met a fault.
  app.addHook('onListen', async () => wordsAtOnceOf(kernel).open())
  app.addHook('onClose', () => wordsAtOnceOf(kernel).close())
  kernel.jobs.cron('payments.unheard', '* * * * *', () => checkUnheard(kernel))
}
