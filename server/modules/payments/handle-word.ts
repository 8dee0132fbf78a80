import type { Kernel } from '../../kernel/context.ts'
import type { JobTry } from '../../kernel/jobs-run.ts'
import { askGateway } from './ask-gateway.ts'
import { readPayment } from './payments-queries.ts'
import { closeWord, readWord } from './words-queries.ts'

/** The gateway says it before its own books have it: worth asking again. */
class NotInTheBooksYet extends Error {
  override name = 'NotInTheBooksYet'
}

/**
 * A word is a hint where to look. What it is about is looked up with the gateway; what becomes of it is written beside
 * it. Throws when it must be tried again.
 */
export const handleWord = async (
  kernel: Kernel,
  { wordId }: { wordId: string },
  { last }: Pick<JobTry, 'last'>,
): Promise<void> => {
  const word = await readWord(kernel.db, wordId)
  if (!word || word.handled_at) return
  const payment = word.payment_id ? await readPayment(kernel.db, word.payment_id) : undefined
  if (!payment || payment.provider !== word.provider)
    return closeWord(kernel.db, wordId, 'unknown_payment', kernel.clock())
  const ref = word.body['provider_ref']
  const outcome = await askGateway(kernel, payment, typeof ref === 'string' ? ref : undefined)
  if (outcome === 'unknown' && !last) throw new NotInTheBooksYet(`payment ${payment.id}`)
  await closeWord(kernel.db, wordId, outcome, kernel.clock())
}
