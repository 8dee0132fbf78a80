import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Kernel } from '../../kernel/context.ts'
import { inTransaction } from '../../kernel/db.ts'
import { deskOf } from './desk.ts'
import { insertWord } from './words-queries.ts'

export const WORD_JOB = 'payments.word'

/**
 * Keeps a word of the gateway, with the job that will look it up, and is done: the gateway gets its answer at once and
 * never hears of our troubles. The same word again is silent.
 */
export const takeWord = async (
  kernel: Kernel,
  provider: string,
  body: unknown,
  now: Date,
): Promise<Refusal | undefined> => {
  const { gateway } = deskOf(kernel)
  if (provider !== gateway.name) return refuse('not_found')
  const word = gateway.parseWord(body)
  const id = kernel.newId()
  await inTransaction(kernel.db, async (tx) => {
    if (await insertWord(tx, { id, provider, word, at: now }))
      await kernel.jobs.enqueue(tx, WORD_JOB, { wordId: id }, { priority: 10 })
  })
  return undefined
}
