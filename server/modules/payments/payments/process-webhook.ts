import type { JobOutcome, JobAttempt } from '../../../platform/jobs/run-job.ts'
import type { PaymentsContext } from './payments-context.ts'
import { type PaymentRow, readPayments } from './payments-queries.ts'
import { type ClosedWebhook, closeWebhooks, readWebhooks, type WebhookRow } from './webhooks-queries.ts'

/** Data of a job: the ids of webhooks that were saved together. Jobs that older versions queued have one, as `wordId`. */
export type WebhookJob = { readonly ids: readonly string[] } | { readonly wordId: string }

const idsOf = (job: WebhookJob): readonly string[] => ('ids' in job ? job.ids : [job.wordId])

type WebhookTry = Pick<JobAttempt, 'id' | 'last'> & { readonly data: WebhookJob }

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Looks up the payment that a webhook names and settles what the gateway's records say. The outcome; `unknown` when they do
 * not have the charge (yet). Throws GatewayError when they cannot be read.
 */
export const handleWebhook = async (
  context: PaymentsContext,
  webhook: WebhookRow,
  payment: PaymentRow | undefined,
): Promise<string> => {
  if (!payment || payment.provider !== webhook.provider) return 'unknown_payment'
  const ref = webhook.body['provider_ref']
  return context.lookUp(payment, typeof ref === 'string' ? ref : undefined)
}

/**
 * Handles a batch of webhook jobs. One statement reads all webhooks and one closes them; a webhook that
 * must be retried does not delay the others. Nearly every webhook is closed by the process that received it before its job
 * runs, and then only the read is needed.
 */
export const processWebhooks = async (
  context: PaymentsContext,
  jobs: readonly WebhookTry[],
): Promise<readonly JobOutcome[]> => {
  const { platform } = context
  const ids = jobs.flatMap(({ data }) => idsOf(data))
  const unhandled = (await readWebhooks(platform.db, ids)).filter(({ handled_at }) => handled_at === null)
  if (unhandled.length === 0) return jobs.map(({ id }) => ({ id, ok: true }))
  const webhooks = new Map(unhandled.map((webhook) => [webhook.id, webhook]))
  const paymentIds = unhandled.flatMap(({ payment_id }) => payment_id ?? [])
  const payments = new Map((await readPayments(platform.db, paymentIds)).map((payment) => [payment.id, payment]))
  const closed: ClosedWebhook[] = []
  /** The error of a webhook that must be retried. */
  const handleOf = async (webhook: WebhookRow, last: boolean): Promise<string | undefined> => {
    try {
      const outcome = await handleWebhook(context, webhook, payments.get(webhook.payment_id ?? ''))
      // A gateway may send the webhook before its own records have the charge.
      if (outcome === 'unknown' && !last) return `payment ${webhook.payment_id} is not in the gateway's records yet`
      closed.push({ id: webhook.id, outcome })
      return undefined
    } catch (error) {
      platform.log.warn({ err: error, webhook: webhook.id, last }, 'webhook processing failed')
      return messageOf(error)
    }
  }
  const handle = async ({ id, data, last }: WebhookTry): Promise<JobOutcome> => {
    const open = idsOf(data).flatMap((webhookId) => webhooks.get(webhookId) ?? [])
    const errors = await Promise.all(open.map((webhook) => handleOf(webhook, last)))
    const error = errors.find((text) => text !== undefined)
    return error === undefined ? { id, ok: true } : { id, ok: false, error }
  }
  // In parallel: the batch takes as long as its slowest lookup.
  const outcomes = await Promise.all(jobs.map(handle))
  if (closed.length > 0) await closeWebhooks(platform.db, closed, platform.clock())
  return outcomes
}
