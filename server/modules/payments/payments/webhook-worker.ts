import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import type { PaymentsContext } from './payments-context.ts'
import type { PaymentRow } from './payments-queries.ts'
import { handleWebhook } from './process-webhook.ts'
import { type ClosedWebhook, closeWebhooks, type WebhookRow } from './webhooks-queries.ts'

/** Lookups at the same time: many, so that slow ones leave places to others. */
const MAX_LOOKUPS = 64
/** Webhooks above this number are left to their jobs. */
const MAX_WEBHOOKS = 5000
/** Milliseconds before a charge that the gateway's records do not have yet is looked up again; then the job does it. */
const RETRY_AFTER = [500, 1500, 4000]

/** Handles webhooks in this process as soon as they are saved, without waiting for a job. */
export interface WebhookWorker {
  /** Until it is open, webhooks are left to their jobs. */
  open(): void
  /** Whether a webhook that arrives now is handled here. */
  hasCapacity(): boolean
  /** `payments` by id: those that the webhooks name. */
  handle(webhooks: readonly WebhookRow[], payments: ReadonlyMap<string, PaymentRow>): void
  /** Accepts no more, and waits for the lookups under way. */
  close(): Promise<void>
}

export const createWebhookWorker = (context: PaymentsContext): WebhookWorker => {
  const { platform } = context
  const closing = new AbortController()
  const pending = new Set<Promise<void>>()
  const limit = pLimit(MAX_LOOKUPS)
  const outcomes = createBatchQueue<ClosedWebhook, { readonly closed: true }>(async (_key, closed) => {
    await closeWebhooks(platform.db, closed, platform.clock())
    return closed.map(() => ({ closed: true }))
  })
  let isOpen = false

  /** True when nothing is left to do here. After an error the webhook's job tries again. */
  const handleOnce = async (webhook: WebhookRow, payment: PaymentRow | undefined): Promise<boolean> => {
    try {
      const outcome = await limit(() => handleWebhook(context, webhook, payment))
      if (outcome === 'unknown') return false
      await outcomes.submit('webhooks', { id: webhook.id, outcome })
    } catch (error) {
      platform.log.warn({ err: error, webhook: webhook.id }, 'webhook processing failed; its job retries')
    }
    return true
  }
  const handleWithRetries = async (webhook: WebhookRow, payment: PaymentRow | undefined): Promise<void> => {
    if (await handleOnce(webhook, payment)) return
    for (const wait of RETRY_AFTER) {
      await sleep(wait, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      if (closing.signal.aborted || (await handleOnce(webhook, payment))) return
    }
  }
  const track = (work: Promise<void>): void => {
    pending.add(work)
    void work.finally(() => pending.delete(work))
  }
  const handleAll: (...args: Parameters<WebhookWorker['handle']>) => Promise<void> = async (webhooks, payments) => {
    // The gateway gets its reply first.
    await new Promise((resolve) => setImmediate(resolve))
    for (const webhook of webhooks) track(handleWithRetries(webhook, payments.get(webhook.payment_id ?? '')))
  }
  const hasCapacity = (): boolean => isOpen && pending.size < MAX_WEBHOOKS
  return {
    open: () => {
      isOpen = true
    },
    hasCapacity,
    handle: (webhooks, payments) => {
      if (webhooks.length > 0 && hasCapacity()) track(handleAll(webhooks, payments))
    },
    close: async () => {
      isOpen = false
      closing.abort()
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
