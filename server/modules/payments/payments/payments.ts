import type { Refusal } from '@kartis/domain/refusal.ts'
import type { App, Plugin } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createAwaitedLookups, type LookUpAwaited } from './awaited-payment.ts'
import { chargeAtReader, type ReaderInput } from './card-present.ts'
import type { GatewayDescriptor } from './gateway-descriptor.ts'
import { openPage, type PageInput } from './payment-attempt.ts'
import { createPaymentPages } from './payment-pages.ts'
import { createLookups } from './lookups.ts'
import type { PaymentsContext, Settle } from './payments-context.ts'
import { countUnresolved, type PaymentRow } from './payments-queries.ts'
import { processWebhooks, type WebhookJob } from './process-webhook.ts'
import { checkUnconfirmed, queryGateway } from './query-gateway.ts'
import { createWebhookReceiver, WEBHOOK_JOB } from './receive-webhook.ts'
import { oldestQueuedSeconds } from './refunds-queries.ts'
import { REFUND_JOB, type RefundJob, resendForgotten, sendRefund } from './refund.ts'
import { ownTerminalRoutes, routes } from './routes.ts'
import { createTerminals, type Terminals } from './terminals.ts'
import { createWebhookWorker } from './webhook-worker.ts'
import { deleteOldWebhooks } from './webhooks-queries.ts'

export interface PaymentsOptions {
  readonly gateways: readonly GatewayDescriptor[]
  /** Orders come after payments in the module order, so they pass in how a payment is settled. */
  readonly settle: Settle
}

/** Payments at gateways. Every call goes to the gateway and the terminal that the payment belongs to. */
export interface Payments {
  readonly terminals: Terminals
  /**
   * Looks a payment up at its gateway and settles what its records say. The outcome, or `unknown` when they have no charge
   * (yet). Throws GatewayError when they cannot be read.
   */
  queryGateway(payment: PaymentRow): Promise<string>
  /** Looks up started payments whose webhook never arrived. */
  checkUnconfirmed(): Promise<void>
  /** Looks up the payment of an order whose buyer waits for its outcome, within a budget. Does not throw. */
  readonly lookUpAwaited: LookUpAwaited
  /** Opens the payment page of a fresh attempt. Refusal: `payment_unavailable`; then nothing was charged. */
  openPage(payment: PaymentRow, page: PageInput): Promise<{ url: string } | Refusal>
  /** Shows the amount at a card reader. Refusal: `payment_unavailable`; then nothing can be charged. */
  chargeAtReader(payment: PaymentRow, reader: ReaderInput): Promise<Refusal | undefined>
  /** Sends a queued refund to the gateway. Throws when it must be retried. */
  sendRefund(refund: RefundJob): Promise<'done' | 'failed'>
}

/** Handled webhooks are kept for disputes about a charge. */
const WEBHOOK_RETENTION_MS = 90 * 86_400_000

/** Milliseconds after which every process knows the pages of a terminal that the operator has added. */
const ORIGINS_MS = 60_000

const refreshOriginsRegularly = (app: App, { platform, terminals }: PaymentsContext): void => {
  let timer: NodeJS.Timeout | undefined
  const refresh = async (): Promise<void> => {
    try {
      await terminals.refreshOrigins()
    } catch (error) {
      platform.log.warn({ err: error }, 'the origins of payment pages could not be read')
    }
  }
  app.addHook('onListen', async () => {
    timer = setInterval(() => void refresh(), ORIGINS_MS).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/** A charge that the gateway knows of is found within half an hour; later than this its records cannot be read. */
const UNRESOLVED_AFTER_MS = 45 * 60_000

/** What an operator watches of payments. Money that was taken and tickets that were not issued come before all else. */
const defineGauges = ({ gauges, clock }: Platform): void => {
  gauges.define({
    name: 'payments_unresolved',
    help: 'Payments whose page closed over 45 minutes ago and whose result is not known',
    read: (db) => countUnresolved(db, new Date(clock().getTime() - UNRESOLVED_AFTER_MS)),
  })
  gauges.define({
    name: 'refunds_queued_oldest_seconds',
    help: 'Age of the oldest refund that has not reached its gateway; 0 without any',
    read: (db) => oldestQueuedSeconds(db, clock()),
  })
}

/** Routes, jobs and the webhook worker of one application. */
const serve = (app: App, context: PaymentsContext): void => {
  const { platform, terminals } = context
  const worker = createWebhookWorker(context)
  defineGauges(platform)
  routes(app, context, createWebhookReceiver(context, worker))
  ownTerminalRoutes(app, context)
  platform.jobs.defineBatch<WebhookJob>(WEBHOOK_JOB, (jobs) => processWebhooks(context, jobs), {
    batch: 64,
    retries: 6,
    retryDelay: 2,
    retryDelayMax: 120,
  })
  platform.jobs.define<RefundJob>(REFUND_JOB, (data) => sendRefund(context, data), {
    concurrency: 2,
    retries: 12,
    retryDelay: 10,
    retryDelayMax: 3600,
  })
  platform.jobs.cron('payments.webhooks_cleanup', '47 3 * * *', () =>
    deleteOldWebhooks(platform.db, new Date(platform.clock().getTime() - WEBHOOK_RETENTION_MS)),
  )
  platform.jobs.cron('payments.refunds_forgotten', '23 * * * *', () => resendForgotten(platform))
  platform.jobs.cron('payments.unheard', '* * * * *', () => checkUnconfirmed(context))
  app.addHook('onReady', async () => {
    await terminals.saveFromSettings()
    await terminals.refreshOrigins()
  })
  refreshOriginsRegularly(app, context)
  // A process that listens handles webhooks itself; their jobs cover those that a crashed process left open.
  app.addHook('onListen', async () => worker.open())
  app.addHook('onClose', () => worker.close())
}

/** Payments at the given gateways; `plugin` adds their routes and jobs to an application. */
export const createPayments = (
  platform: Platform,
  { gateways, settle }: PaymentsOptions,
): Payments & { readonly plugin: Plugin } => {
  const own = { platform, settle, terminals: createTerminals(platform, gateways) }
  const context = {
    ...own,
    lookUp: createLookups((payment, ref) => queryGateway(own, payment, ref)),
    pages: createPaymentPages(platform.db),
  }
  return {
    terminals: context.terminals,
    queryGateway: (payment) => queryGateway(context, payment),
    checkUnconfirmed: () => checkUnconfirmed(context),
    lookUpAwaited: createAwaitedLookups(platform, context.lookUp),
    openPage: (payment, page) => openPage(context, payment, page),
    chargeAtReader: (payment, reader) => chargeAtReader(context, payment, reader),
    sendRefund: (refund) => sendRefund(context, refund),
    plugin: async (app) => serve(app, context),
  }
}
