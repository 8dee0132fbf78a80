import type { Kernel } from '../../kernel/context.ts'
import type { JobOutcome, JobTry } from '../../kernel/jobs-run.ts'
import { askGateway } from './ask-gateway.ts'
import { type PaymentRow, readPayments } from './payments-queries.ts'
import { closeWords, readWords, type WordRow } from './words-queries.ts'

/** Words looked up at the same time: the gateway is asked about each, and those of one event share a settlement. */
const MOST_AT_ONCE = 16

export type WordTry = Pick<JobTry, 'id' | 'last'> & { readonly data: { readonly wordId: string } }

const lookUp = async (
  kernel: Kernel,
  word: WordRow,
  payments: ReadonlyMap<string, PaymentRow>,
  last: boolean,
): Promise<{ readonly outcome: string } | { readonly again: string }> => {
  const payment = payments.get(word.payment_id ?? '')
  if (!payment || payment.provider !== word.provider) return { outcome: 'unknown_payment' }
  const ref = word.body['provider_ref']
  const outcome = await askGateway(kernel, payment, typeof ref === 'string' ? ref : undefined)
  // The gateway says it before its own books have it: worth asking again.
  return outcome === 'unknown' && !last ? { again: `payment ${payment.id} is not in the books yet` } : { outcome }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Words are hints where to look. What each is about is looked up with the gateway; what becomes of it is written beside
 * it. Read and closed with one statement each, however many; one that must be tried again does not hold up the others.
 */
export const handleWords = async (kernel: Kernel, jobs: readonly WordTry[]): Promise<readonly JobOutcome[]> => {
  const ids = jobs.map(({ data }) => data.wordId)
  const words = new Map((await readWords(kernel.db, ids)).map((word) => [word.id, word]))
  const paymentIds = [...words.values()].flatMap(({ payment_id }) => payment_id ?? [])
  const payments = new Map((await readPayments(kernel.db, paymentIds)).map((payment) => [payment.id, payment]))
  const closed: { readonly id: string; readonly outcome: string }[] = []
  const outcomes: JobOutcome[] = []
  const queue = [...jobs]
  const work = async (): Promise<void> => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      const word = words.get(job.data.wordId)
      try {
        const end = word && !word.handled_at ? await lookUp(kernel, word, payments, job.last) : undefined
        if (end && 'outcome' in end) closed.push({ id: job.data.wordId, outcome: end.outcome })
        outcomes.push(end && 'again' in end ? { id: job.id, ok: false, error: end.again } : { id: job.id, ok: true })
      } catch (error) {
        kernel.log.warn(
          { err: error, word: job.data.wordId, last: job.last },
          'a word of the gateway could not be handled',
        )
        outcomes.push({ id: job.id, ok: false, error: messageOf(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, jobs.length) }, work))
  if (closed.length > 0) await closeWords(kernel.db, closed, kernel.clock())
  return outcomes
}
