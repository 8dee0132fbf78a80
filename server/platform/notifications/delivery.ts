import { setTimeout as sleep } from 'node:timers/promises'
import { tryLater } from './provider.ts'
import type { MessageProvider, Delivery, OutgoingMessage } from './provider.ts'
import type { Db } from '../database/db.ts'
import type { Files } from '../storage/files.ts'
import { slots } from '../jobs/run-job.ts'
import type { BatchHandler, JobTry } from '../jobs/run-job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Keys } from '../security/keys.ts'
import { GOOD_FOR_MINUTES } from './message-templates.ts'
import type { Template } from './message-templates.ts'
import { claimMessages, forgetDeadSecrets, settleMessages } from './messages-queries.ts'
import type { MessageRow, Settled } from './messages-queries.ts'

/** The job that carries one message, by its uuid. */
export const DELIVER = 'messages.deliver'
/** The same for codes: somebody waits with the phone in hand, so they never stand behind a sale's tickets. */
export const DELIVER_AT_ONCE = 'messages.deliver-at-once'
/** Purpose under which texts are sealed. */
export const SEALED = 'message'

export interface DeliverySetup {
  readonly db: Db
  readonly keys: Keys
  readonly files: Pick<Files, 'get'>
  readonly clock: () => Date
  readonly providers: Readonly<Record<'sms' | 'email', MessageProvider>>
  /** Messages of one channel that this process hands over in a second. */
  readonly perSecond?: number
  readonly log: { warn(fields: object, message: string): void }
}

/** Spaces calls evenly: the n-th in a row waits its turn, the first after a rest does not wait. */
export const pace = (
  perSecond: number,
  now = () => performance.now(),
  wait: (ms: number) => Promise<unknown> = sleep,
) => {
  const gap = 1000 / perSecond
  let next = 0
  return async (): Promise<void> => {
    const turn = Math.max(now(), next)
    next = turn + gap
    const ms = turn - now()
    if (ms > 0) await wait(ms)
  }
}

const outgoingOf = async (row: MessageRow, { keys, files }: DeliverySetup): Promise<OutgoingMessage> => {
  const sealed = row.secret?.sealed
  const texts = sealed
    ? (JSON.parse(keys.decrypt(SEALED, sealed)) as Pick<OutgoingMessage, 'subject' | 'text' | 'html'>)
    : { subject: row.subject, text: row.text, html: row.html }
  const attachments = await Promise.all(
    (row.attachments ?? []).map(async ({ name, file_key, content_type }) => {
      const bytes = await files.get(file_key)
      if (!bytes) throw new Error(`attachment ${file_key} is not in the store`)
      return { name, type: content_type, bytes }
    }),
  )
  return { id: row.id, to: row.to, ...texts, attachments }
}

const handOver = async (row: MessageRow, provider: MessageProvider, setup: DeliverySetup): Promise<Delivery> => {
  try {
    return await provider.deliver(await outgoingOf(row, setup))
  } catch (error) {
    return tryLater(`${provider.name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const isStale = (row: MessageRow, now: Date): boolean => {
  const minutes = GOOD_FOR_MINUTES[row.template as Template]
  return minutes !== undefined && now.getTime() - row.created_at.getTime() > minutes * 60_000
}

const settledOf = (
  row: MessageRow,
  provider: MessageProvider,
  delivery: Delivery,
  last: boolean,
  now: Date,
): Settled => {
  const dead = !delivery.ok && (last || !delivery.retry)
  return {
    id: row.id,
    status: delivery.ok ? 'sent' : dead ? 'dead' : 'failed',
    provider: provider.name,
    provider_ref: delivery.ok ? delivery.ref : null,
    last_error: delivery.ok ? null : delivery.error,
    sent_at: delivery.ok ? now.toISOString() : null,
    // The outbox page goes on showing the code; a real message keeps nothing once it has gone.
    forget: delivery.ok && provider.name !== 'outbox',
  }
}

type Deliver = (row: MessageRow, last: boolean) => Promise<Settled>

/** One message over its provider, no faster than the provider is to be asked. */
const deliverer = (setup: DeliverySetup): Deliver => {
  const rates = Object.fromEntries(
    (['sms', 'email'] as const).map((channel) => [
      channel,
      setup.providers[channel].name === 'outbox' ? () => Promise.resolve() : pace(setup.perSecond ?? 25),
    ]),
  ) as Record<'sms' | 'email', () => Promise<void>>
  const together = slots(8)
  return (row, last) =>
    together(async () => {
      const provider = setup.providers[row.channel]
      if (isStale(row, setup.clock()))
        return settledOf(
          row,
          provider,
          { ok: false, retry: false, error: 'too late to be of use' },
          last,
          setup.clock(),
        )
      await rates[row.channel]()
      const settled = settledOf(row, provider, await handOver(row, provider, setup), last, setup.clock())
      if (settled.status === 'dead')
        setup.log.warn({ message: row.id, template: row.template, error: settled.last_error }, 'message is dead')
      return settled
    })
}

const batchHandler = (setup: DeliverySetup): BatchHandler<{ id: string }> => {
  const deliver = deliverer(setup)
  return async (batch) => {
    const tries = new Map<string, JobTry>(batch.map((job) => [job.data.id, job]))
    const order = [...tries.keys()]
    const rows = await claimMessages(setup.db, order)
    const inTurn = rows.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
    const settled = await Promise.all(inTurn.map((row) => deliver(row, tries.get(row.id)?.last ?? false)))
    if (settled.length > 0) await settleMessages(setup.db, settled)
    const failed = new Map(settled.filter(({ status }) => status === 'failed').map((one) => [one.id, one]))
    return batch.map((job) => {
      const failure = failed.get(job.data.id)
      return failure ? { id: job.id, ok: false, error: failure.last_error ?? '' } : { id: job.id, ok: true }
    })
  }
}

/** Tickets may be on their way a moment later than the answer: the messages of that moment are claimed, sent and settled together. */
const REST = 250
const TERMS = { batch: 50, retries: 8, retryDelay: 5, retryDelayMax: 900, expire: 300 }

/**
 * Delivers what the post has written: at least once, retried with growing pauses, dead after the last try. A message that
 * was handed over but not yet noted as sent when the process died goes again, under the same id.
 */
export const defineDelivery = (jobs: Jobs, setup: DeliverySetup): void => {
  jobs.defineBatch(DELIVER, batchHandler(setup), { ...TERMS, rest: REST })
  jobs.defineBatch(DELIVER_AT_ONCE, batchHandler(setup), TERMS)
  jobs.cron('messages.forget', '10 4 * * *', () =>
    forgetDeadSecrets(setup.db, new Date(setup.clock().getTime() - 7 * 86_400_000)),
  )
}
