import { LRUCache } from 'lru-cache'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import { CACHE_SIZES } from '../../../platform/config/cache-sizes.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Gateway, GatewayWebhook, WebhookSource } from './gateway.ts'
import type { PaymentsContext } from './payments-context.ts'
import { readPayments } from './payments-queries.ts'
import type { WebhookJob } from './process-webhook.ts'
import type { WebhookWorker } from './webhook-worker.ts'
import { insertWebhooks, type NewWebhook, type WebhookRow } from './webhooks-queries.ts'

export const WEBHOOK_JOB = 'payments.word'

/** Milliseconds that the job of a webhook waits when this process handles the webhook itself. */
const SAFETY_NET_AFTER = 10_000
/** Webhooks saved with one commit. */
const MAX_BATCH_SIZE = 100

/**
 * Webhooks of one payment that a process stores in this time. A payment has a handful, repetitions included, and is looked up
 * without any; whoever knows the uuid of a payment, as its buyer does, could send any number of different ones.
 */
const PER_PAYMENT = { max: 30, ms: 3_600_000 }

/** Which webhooks are within the limit of their payment. */
const createPaymentLimit = () => {
  const counts = new LRUCache<string, number>({ max: CACHE_SIZES.webhookPayments, ttl: PER_PAYMENT.ms })
  return ({ webhook: { paymentId = '' } }: NewWebhook): boolean => {
    const count = (counts.get(paymentId) ?? 0) + 1
    counts.set(paymentId, count, { noUpdateTTL: true })
    return count <= PER_PAYMENT.max
  }
}

/** Saves a webhook. Refusals: `not_found` for an unknown gateway, `overloaded`. */
export type ReceiveWebhook = (
  provider: string,
  received: { readonly body: unknown; readonly source: WebhookSource },
  now: Date,
) => Promise<Refusal | undefined>

/** Terminals of a gateway may name their fields differently, and each signs with its own secret: the first that finds a payment in the body reads it. */
const parseWith = (
  gateways: readonly Gateway[],
  { body, source }: Parameters<ReceiveWebhook>[1],
): GatewayWebhook | undefined => {
  let first: GatewayWebhook | undefined
  for (const gateway of gateways) {
    const webhook = gateway.parseWebhook(body, source)
    if (webhook.paymentId !== undefined) return webhook
    first ??= webhook
  }
  return first
}

/**
 * Acknowledge first, process afterwards: a webhook is saved together with a job that handles it, and the gateway gets its
 * reply. Webhooks that arrive at the same time share a commit; a repeated one is acknowledged and ignored, and so is one
 * of a payment that does not exist, or above the limit of its payment: anybody can send it. A listening process
 * handles it right after the commit; the job covers what that process could not finish.
 */
export const createWebhookReceiver = (
  { platform, terminals }: PaymentsContext,
  worker: WebhookWorker,
): ReceiveWebhook => {
  const save = (webhooks: readonly NewWebhook[], now: Date): Promise<readonly WebhookRow[]> =>
    inTransaction(platform.db, async (tx) => {
      const fresh = await insertWebhooks(tx, webhooks)
      const after = worker.hasCapacity() ? { after: new Date(now.getTime() + SAFETY_NET_AFTER) } : {}
      const job: WebhookJob = { ids: fresh.map(({ id }) => id) }
      if (fresh.length > 0) await platform.jobs.enqueue(tx, WEBHOOK_JOB, job, { priority: 10, ...after })
      return fresh
    })
  const isWithinLimit = createPaymentLimit()
  const queue = createBatchQueue<NewWebhook, { readonly saved: true }>(
    async (_key, webhooks) => {
      const ids = webhooks.flatMap(({ webhook }) => webhook.paymentId ?? [])
      const payments = new Map((await readPayments(platform.db, ids)).map((payment) => [payment.id, payment]))
      const ours = webhooks.filter(
        ({ provider, webhook }) => payments.get(webhook.paymentId ?? '')?.provider === provider,
      )
      if (ours.length < webhooks.length)
        platform.log.info({ webhooks: webhooks.length - ours.length }, 'webhooks of unknown payments were dropped')
      const within = ours.filter(isWithinLimit)
      if (within.length < ours.length)
        platform.log.info(
          { webhooks: ours.length - within.length },
          'webhooks above the limit of a payment were dropped',
        )
      if (within.length > 0) worker.handle(await save(within, platform.clock()), payments)
      return webhooks.map(() => ({ saved: true }))
    },
    { maxBatchSize: MAX_BATCH_SIZE },
  )
  return async (provider, received, now) => {
    const webhook = parseWith(await terminals.gatewaysOf(provider), received)
    if (!webhook) return refuse('not_found')
    // A payment begins with us, so a webhook that names none is not about one.
    if (webhook.paymentId === undefined) return undefined
    const saved = await queue.submit('webhooks', { id: platform.newId(), provider, webhook, at: now })
    return isRefusal(saved) ? saved : undefined
  }
}
