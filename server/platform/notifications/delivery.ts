import pLimit from 'p-limit'
import pThrottle from 'p-throttle'
import type { Db } from '../database/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { BatchHandler, JobAttempt } from '../jobs/run-job.ts'
import type { Keys } from '../security/keys.ts'
import type { Files } from '../storage/files.ts'
import { noteInSpan } from '../observability/tracing.ts'
import { htmlOf } from './email/email-frame.ts'
import {
  deleteDeadSecrets,
  type DeliveryResult,
  type MessageRow,
  saveDeliveries,
  undeliveredMessages,
} from './messages-queries.ts'
import { type Delivery, type MessageProvider, type OutgoingMessage, retryLater } from './provider.ts'

/** The job that delivers messages, by their uuids. */
export const DELIVER = 'messages.deliver'
/** The same for urgent messages, so that a login code does not wait behind the tickets of a sale. */
export const DELIVER_URGENT = 'messages.deliver-at-once'
/** Purpose of the key that encrypts texts. */
export const SEALED = 'message'

const MAX_PARALLEL = 8
const MAX_PER_SECOND = 25

/** Data of a delivery job; jobs that older versions queued name one message. */
export type DeliveryJob = { readonly ids: readonly string[] } | { readonly id: string }

/** Messages of one job: each job costs the database several rows, and its messages are retried together. */
const MAX_JOB_MESSAGES = 16
/** Messages that are read together, and sent before they are saved as sent: those a crash may send again. */
const MAX_READ = 50

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, place) => items.slice(place * size, (place + 1) * size))

/** The jobs that deliver these messages. */
export const deliveryJobs = (ids: readonly string[]): DeliveryJob[] =>
  chunksOf(ids, MAX_JOB_MESSAGES).map((chunk) => ({ ids: chunk }))

const idsOf = (job: DeliveryJob): readonly string[] => ('ids' in job ? job.ids : [job.id])

export interface DeliverySetup {
  readonly db: Db
  readonly keys: Keys
  readonly files: Pick<Files, 'get'>
  readonly clock: () => Date
  readonly providers: Readonly<Record<'sms' | 'email', MessageProvider>>
  /** Messages of one channel that this process sends in a second. */
  readonly perSecond?: number
  readonly log: Record<'info' | 'warn', (fields: object, message: string) => void>
}

const outgoingOf = async (row: MessageRow, { keys, files }: DeliverySetup): Promise<OutgoingMessage> => {
  const sealed = row.secret?.sealed
  const texts = sealed
    ? (JSON.parse(keys.decrypt(SEALED, sealed)) as Pick<OutgoingMessage, 'subject' | 'text' | 'html'>)
    : { subject: row.subject, text: row.text, html: row.html }
  const html = htmlOf({ ...texts, layout: row.layout, lang: row.lang })
  const attachments = await Promise.all(
    (row.attachments ?? []).map(async ({ name, file_key, content_type }) => {
      const bytes = await files.get(file_key)
      if (!bytes) throw new Error(`attachment ${file_key} is not in the store`)
      return { name, type: content_type, bytes }
    }),
  )
  return { id: row.id, to: row.to, ...texts, html, attachments }
}

const sendBy = async (provider: MessageProvider, row: MessageRow, setup: DeliverySetup): Promise<Delivery> => {
  try {
    return await provider.deliver(await outgoingOf(row, setup))
  } catch (error) {
    return retryLater(`${provider.name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const EXPIRED: Delivery = { ok: false, retry: false, error: 'expired before delivery' }

const isExpired = ({ secret }: MessageRow, now: Date): boolean =>
  secret?.expires_at !== undefined && Date.parse(secret.expires_at) < now.getTime()

const resultOf = (
  row: MessageRow,
  provider: string,
  delivery: Delivery,
  { isLastAttempt, now }: { isLastAttempt: boolean; now: Date },
): DeliveryResult => ({
  id: row.id,
  status: delivery.ok ? 'sent' : isLastAttempt || !delivery.retry ? 'dead' : 'failed',
  provider,
  provider_ref: delivery.ok ? delivery.ref : null,
  last_error: delivery.ok ? null : delivery.error,
  sent_at: delivery.ok ? now.toISOString() : null,
  // The outbox page shows the code; of a message that was really sent no secret is kept.
  delete_secret: delivery.ok && provider !== 'outbox',
})

/** Delivers one message, within the limits of parallel calls and of calls per second to its provider. */
const createDeliverer = (setup: DeliverySetup) => {
  const sender = (provider: MessageProvider) => {
    const send = (row: MessageRow): Promise<Delivery> => sendBy(provider, row, setup)
    const interval = 1000 / (setup.perSecond ?? MAX_PER_SECOND)
    return provider.name === 'outbox' ? send : pThrottle({ limit: 1, interval })(send)
  }
  const send = { sms: sender(setup.providers.sms), email: sender(setup.providers.email) }
  const limit = pLimit(MAX_PARALLEL)
  return (row: MessageRow, isLastAttempt: boolean): Promise<DeliveryResult> =>
    limit(async () => {
      const delivery = isExpired(row, setup.clock()) ? EXPIRED : await send[row.channel](row)
      const { name } = setup.providers[row.channel]
      const result = resultOf(row, name, delivery, { isLastAttempt, now: setup.clock() })
      if (result.status === 'dead')
        setup.log.warn({ message: row.id, template: row.template, error: result.last_error }, 'message delivery failed')
      else if (result.status === 'sent') {
        setup.log.info({ message: row.id, order: row.order_id, template: row.template }, 'message sent')
        noteInSpan('message sent', { 'kartis.order': row.order_id ?? undefined, 'kartis.template': row.template })
      }
      return result
    })
}

const batchHandler = (setup: DeliverySetup): BatchHandler<DeliveryJob> => {
  const deliver = createDeliverer(setup)
  const deliverAll = async (
    order: readonly string[],
    attempts: ReadonlyMap<string, JobAttempt>,
  ): Promise<readonly DeliveryResult[]> => {
    const rows = await undeliveredMessages(setup.db, order)
    const sorted = rows.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
    const results = await Promise.all(sorted.map((row) => deliver(row, attempts.get(row.id)?.last ?? false)))
    if (results.length > 0) await saveDeliveries(setup.db, results)
    return results
  }
  return async (batch) => {
    const attempts = new Map<string, JobAttempt>(batch.flatMap((job) => idsOf(job.data).map((id) => [id, job])))
    const failures = new Map<string, string>()
    for (const ids of chunksOf([...attempts.keys()], MAX_READ))
      for (const { id, status, last_error } of await deliverAll(ids, attempts))
        if (status === 'failed') failures.set(id, last_error ?? '')
    return batch.map(({ id, data }) => {
      const failed = idsOf(data).find((message) => failures.has(message))
      return failed === undefined ? { id, ok: true } : { id, ok: false, error: failures.get(failed) ?? '' }
    })
  }
}

/** Milliseconds between two fetches of the usual queue: messages of that time are read, sent and saved together. */
const PAUSE = 250
const TERMS = { batch: 10, retries: 8, retryDelay: 5, retryDelayMax: 900, expire: 300 }
const SECRETS_RETENTION_MS = 7 * 86_400_000

/**
 * Defines the delivery jobs: at least once, retried with growing delays, dead after the last attempt. A message that was
 * sent, but not yet saved as sent when the process died, is sent again under the same id.
 */
export const defineDelivery = (jobs: Jobs, setup: DeliverySetup): void => {
  jobs.defineBatch(DELIVER, batchHandler(setup), { ...TERMS, pause: PAUSE })
  jobs.defineBatch(DELIVER_URGENT, batchHandler(setup), TERMS)
  jobs.cron('messages.forget', '10 4 * * *', () =>
    deleteDeadSecrets(setup.db, new Date(setup.clock().getTime() - SECRETS_RETENTION_MS)),
  )
}
