import type { Platform } from '../../../platform/platform.ts'
import type { JobOutcome, JobAttempt } from '../../../platform/jobs/run-job.ts'
import { lookUp } from './look-up.ts'
import { readPayments } from './payments-queries.ts'
import { type ClosedWebhook, closeWords, readWords } from './webhooks-queries.ts'

export type WordTry = Pick<JobAttempt, 'id' | 'last'> & { readonly data: { readonly wordId: string } }

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Words are hints where to look. What each is about is looked up with the gateway; what becomes of it is written beside
 * it. Read and closed with one statement each, however many; one that must be tried again does not hold up the others. A
 * word that has been ended already, as nearly every one has, costs nothing more.
 */
export const processWebhooks = async (platform: Platform, jobs: readonly WordTry[]): Promise<readonly JobOutcome[]> => {
  const ids = jobs.map(({ data }) => data.wordId)
  const open = (await readWords(platform.db, ids)).filter(({ handled_at }) => handled_at === null)
  if (open.length === 0) return jobs.map(({ id }) => ({ id, ok: true }))
  const words = new Map(open.map((word) => [word.id, word]))
  const paymentIds = open.flatMap(({ payment_id }) => payment_id ?? [])
  const payments = new Map((await readPayments(platform.db, paymentIds)).map((payment) => [payment.id, payment]))
  const closed: ClosedWebhook[] = []
  const handle = async ({ id, data, last }: WordTry): Promise<JobOutcome> => {
    const word = words.get(data.wordId)
    if (!word) return { id, ok: true }
    try {
      const outcome = await lookUp(platform, word, payments.get(word.payment_id ?? ''))
      // The gateway says it before its own books have it: worth asking again.
      if (outcome === 'unknown' && !last)
        return { id, ok: false, error: `payment ${word.payment_id} is not in the books yet` }
      closed.push({ id: word.id, outcome })
      return { id, ok: true }
    } catch (error) {
      platform.log.warn({ err: error, word: word.id, last }, 'a word of the gateway could not be handled')
      return { id, ok: false, error: messageOf(error) }
    }
  }
  // All at once: the batch takes as long as its slowest and no longer.
  const outcomes = await Promise.all(jobs.map(handle))
  if (closed.length > 0) await closeWords(platform.db, closed, platform.clock())
  return outcomes
}
