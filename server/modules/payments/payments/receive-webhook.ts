import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Kernel } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { type Lanes, openLanes } from '../../selling/inventory/index.ts'
import { deskOf } from './settlement-handler.ts'
import { wordsAtOnceOf } from './webhook-worker.ts'
import { insertWords, type NewWord, type WordRow } from './webhooks-queries.ts'

export const WORD_JOB = 'payments.word'

/** The job of a word that this process looks up itself waits so long: it finds only what was not ended by then. */
const NET_AFTER = 10_000
/** Words kept with one commit. */
const MOST_AT_ONCE = 100

/** Keeps words with the jobs that will look them up; those that were said before are not among the answer. */
const keepWords = (kernel: Kernel, words: readonly NewWord[], now: Date): Promise<readonly WordRow[]> =>
  inTransaction(kernel.db, async (tx) => {
    const fresh = await insertWords(tx, words)
    const after = wordsAtOnceOf(kernel).hasRoom() ? { after: new Date(now.getTime() + NET_AFTER) } : {}
    await kernel.jobs.enqueueMany(
      tx,
      WORD_JOB,
      fresh.map(({ id }) => ({ wordId: id })),
      { priority: 10, ...after },
    )
    return fresh
  })

const lanesByKernel = new WeakMap<Kernel, Lanes<NewWord, { readonly kept: true }>>()

const lanesOf = (kernel: Kernel): Lanes<NewWord, { readonly kept: true }> => {
  const known = lanesByKernel.get(kernel)
  if (known) return known
  const lanes = openLanes<NewWord, { readonly kept: true }>(
    async (_all, words) => {
      const fresh = await keepWords(kernel, words, kernel.clock())
      wordsAtOnceOf(kernel).take(fresh)
      return words.map(() => ({ kept: true }))
    },
    { mostAtOnce: MOST_AT_ONCE },
  )
  lanesByKernel.set(kernel, lanes)
  return lanes
}

/**
 * Keeps a word of the gateway, with the job that will look it up, and is done: the gateway gets its answer at once and
 * never hears of our troubles. Those that come at the same time share a commit. The same word again is silent. A process that
 * serves acts on it right after; the job is for what it could not end.
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
  const kept = await lanesOf(kernel).enter('words', { id: kernel.newId(), provider, word, at: now })
  return isRefusal(kept) ? kept : undefined
}
