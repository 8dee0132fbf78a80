import type { Db } from '../database/db.ts'
import { inTransaction } from '../database/db.ts'
import type { DeadJob, Jobs } from './jobs.ts'
import { deadMessages, messageCounts, reviveMessages } from '../notifications/messages-queries.ts'
import { DELIVER } from '../notifications/delivery.ts'

export interface DeadLetters {
  readonly messages: Awaited<ReturnType<typeof deadMessages>>
  readonly jobs: readonly DeadJob[]
}

interface House {
  readonly db: Db
  readonly jobs: Jobs
}

/** What was tried to the end and did not go: messages by what their provider said, other jobs by their last fault. Newest first. */
export const deadLetters = async ({ db, jobs }: House, limit = 100): Promise<DeadLetters> => ({
  messages: await deadMessages(db, limit),
  jobs: await jobs.dead(limit),
})

/** Sends dead letters on their way again, all or those whose ids are given; answers how many of each kind. */
export const requeueDeadLetters = async (
  { db, jobs }: House,
  ids?: readonly string[],
): Promise<{ messages: number; jobs: number }> => {
  const messages = await inTransaction(db, async (tx) => {
    const revived = await reviveMessages(tx, ids)
    await jobs.enqueueMany(
      tx,
      DELIVER,
      revived.map((id) => ({ id })),
    )
    return revived.length
  })
  return { messages, jobs: await jobs.requeueDead(ids) }
}

/** Messages that wait (`queued`), wait for another try (`failed`) or are `dead`, with the oldest of each. */
export const postHealth = async (
  db: Db,
): Promise<Record<'queued' | 'failed' | 'dead', { count: number; oldest: Date | null }>> => {
  const counts = new Map((await messageCounts(db)).map((row) => [row.status, row]))
  const of = (status: 'queued' | 'failed' | 'dead') => ({
    count: Number(counts.get(status)?.count ?? 0),
    oldest: counts.get(status)?.oldest ?? null,
  })
  return { queued: of('queued'), failed: of('failed'), dead: of('dead') }
}
