import { type Db, inTransaction } from '../database/db.ts'
import type { DeadJob, Jobs } from '../jobs/jobs.ts'
import { DELIVER, DELIVER_URGENT, deliveryJobs } from './delivery.ts'
import { deadMessages, messageCounts, reviveMessages } from './messages-queries.ts'

export interface DeadLetters {
  readonly messages: Awaited<ReturnType<typeof deadMessages>>
  readonly jobs: readonly DeadJob[]
}

interface Queues {
  readonly db: Db
  readonly jobs: Jobs
}

/** Messages and jobs that failed on their last attempt, newest first, each with its last error. */
export const deadLetters = async ({ db, jobs }: Queues, limit = 100): Promise<DeadLetters> => ({
  messages: await deadMessages(db, limit),
  jobs: await jobs.dead(limit),
})

/** Queues dead letters again, all or those of `ids`; returns how many of each kind. */
export const requeueDeadLetters = async (
  { db, jobs }: Queues,
  ids?: readonly string[],
): Promise<{ messages: number; jobs: number }> => {
  const messages = await inTransaction(db, async (tx) => {
    const revived = await reviveMessages(tx, ids)
    await jobs.enqueueMany(tx, DELIVER, deliveryJobs(revived))
    return revived.length
  })
  return { messages, jobs: await jobs.requeueDead(ids) }
}

type UnsentStatus = 'queued' | 'failed' | 'dead'

/** Count and oldest creation time of the messages that wait (`queued`), wait for a retry (`failed`) or are `dead`. */
export const deliveryHealth = async (db: Db): Promise<Record<UnsentStatus, { count: number; oldest: Date | null }>> => {
  const counts = new Map((await messageCounts(db, [DELIVER, DELIVER_URGENT])).map((row) => [row.status, row]))
  const of = (status: UnsentStatus) => ({
    count: counts.get(status)?.count ?? 0,
    oldest: counts.get(status)?.oldest ?? null,
  })
  return { queued: of('queued'), failed: of('failed'), dead: of('dead') }
}
