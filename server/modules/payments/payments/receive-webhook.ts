import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { type BatchQueue, createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import { settlementHandlerOf } from './settlement-handler.ts'
import { webhookWorkerOf } from './webhook-worker.ts'
import { insertWebhooks, type NewWebhook, type WebhookRow } from './webhooks-queries.ts'

export const WEBHOOK_JOB = 'payments.word'

/** The job of a word that this process looks up itself waits so long: it finds only what was not ended by then. */
const NET_AFTER = 10_000
/** Words kept with one commit. */
const MAX_AT_ONCE = 100

/** Keeps words with the jobs that will look them up; those that were said before are not among the answer. */
const keepWords = (platform: Platform, words: readonly NewWebhook[], now: Date): Promise<readonly WebhookRow[]> =>
  inTransaction(platform.db, async (tx) => {
    const fresh = await insertWebhooks(tx, words)
    const after = webhookWorkerOf(platform).hasRoom() ? { after: new Date(now.getTime() + NET_AFTER) } : {}
    await platform.jobs.enqueueMany(
      tx,
      WEBHOOK_JOB,
      fresh.map(({ id }) => ({ wordId: id })),
      { priority: 10, ...after },
    )
    return fresh
  })

const queueByPlatform = new WeakMap<Platform, BatchQueue<NewWebhook, { readonly kept: true }>>()

const webhookQueueOf = (platform: Platform): BatchQueue<NewWebhook, { readonly kept: true }> => {
  const known = queueByPlatform.get(platform)
  if (known) return known
  const lanes = createBatchQueue<NewWebhook, { readonly kept: true }>(
    async (_all, words) => {
      const fresh = await keepWords(platform, words, platform.clock())
      webhookWorkerOf(platform).take(fresh)
      return words.map(() => ({ kept: true }))
    },
    { maxBatchSize: MAX_AT_ONCE },
  )
  queueByPlatform.set(platform, lanes)
  return lanes
}

/**
 * Keeps a word of the gateway, with the job that will look it up, and is done: the gateway gets its answer at once and
 * never hears of our troubles. Those that come at the same time share a commit. The same word again is silent. A process that
 * serves acts on it right after; the job is for what it could not end.
 */
export const receiveWebhook = async (
  platform: Platform,
  provider: string,
  body: unknown,
  now: Date,
): Promise<Refusal | undefined> => {
  const { gateway } = settlementHandlerOf(platform)
  if (provider !== gateway.name) return refuse('not_found')
  const word = gateway.parseWebhook(body)
  const kept = await webhookQueueOf(platform).submit('words', { id: platform.newId(), provider, word, at: now })
  return isRefusal(kept) ? kept : undefined
}
