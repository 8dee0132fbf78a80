import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { codeOf } from '../database/error-code.ts'

/** Most callers in one transaction: more would make the first of them wait for the last. */
const MAX_AT_ONCE = 400
/** Callers that may wait for one event in this process; the next one is told to come back. */
const MAX_WAITING = 20_000

/** Works for a whole batch: one answer for each ask, in their order. Throws when nothing of it came to pass. */
export type Work<Ask, Answer> = (key: string, asks: readonly Ask[]) => Promise<readonly (Answer | Refusal)[]>

export interface BatchQueueOptions {
  readonly mostAtOnce?: number
  readonly mostWaiting?: number
}

export interface BatchQueue<Ask, Answer> {
  /** Waits for its turn and its answer. `overloaded` when too many wait already. */
  enter(key: string, ask: Ask): Promise<Answer | Refusal>
  /** Everything that has entered has been answered. */
  idle(): Promise<void>
}

/** The database is away or full: trying the members one by one would only make everyone wait longer. */
const isOutage = (error: unknown): boolean =>
  /^(08|53|57|58|XX|E[A-Z])/.test(codeOf(error)) ||
  (error instanceof Error && /timeout exceeded|connection terminated|connection ended/i.test(error.message))

interface Waiting<Ask, Answer> {
  readonly ask: Ask
  readonly answer: (answer: Answer | Refusal) => void
  readonly fail: (error: unknown) => void
}

/** Replies written in one turn of the event loop. */
const PORTION = 32

/**
 * The next batch leaves before the last one's replies are written, and they are written a few at a time: the database's
 * words are heard in between, and it works while the replies go out.
 */
const inPortions = async <T>(all: readonly T[], act: (one: T, place: number) => void): Promise<void> => {
  for (let from = 0; from < all.length; from += PORTION) {
    await new Promise((resolve) => setImmediate(resolve))
    all.slice(from, from + PORTION).forEach((one, step) => act(one, from + step))
  }
}

/**
 * One lane for each key. While a batch is on its way to the disk the next one gathers, so that however many come there
 * is one transaction at a time; a single caller goes through as a batch of one.
 */
export const createBatchQueue = <Ask, Answer>(
  work: Work<Ask, Answer>,
  options: BatchQueueOptions = {},
): BatchQueue<Ask, Answer> => {
  const { mostAtOnce = MAX_AT_ONCE, mostWaiting = MAX_WAITING } = options
  const lanes = new Map<string, Waiting<Ask, Answer>[]>()
  const busy = new Set<Promise<void>>()

  const track = (work: Promise<void>): void => {
    const tracked = work.finally(() => busy.delete(tracked))
    busy.add(tracked)
  }

  const answerAll = async (key: string, batch: readonly Waiting<Ask, Answer>[]): Promise<void> => {
    const answers = await work(
      key,
      batch.map(({ ask }) => ask),
    )
    const tell = ({ answer, fail }: Waiting<Ask, Answer>, place: number): void => {
      const given = answers[place]
      if (given === undefined) fail(new Error('a lane gave no answer'))
      else answer(given)
    }
    track(inPortions(batch, tell))
  }

  const serve = async (key: string, batch: readonly Waiting<Ask, Answer>[]): Promise<void> => {
    try {
      await answerAll(key, batch)
    } catch (error) {
      if (batch.length === 1 || isOutage(error)) return batch.forEach(({ fail }) => fail(error))
      // One bad member must not take its neighbours along: each gets a transaction of its own.
      for (const one of batch) await serve(key, [one])
    }
  }

  const run = async (key: string, waiting: Waiting<Ask, Answer>[]): Promise<void> => {
    // Let everything that arrived in the same turn of the event loop come along.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) await serve(key, waiting.splice(0, mostAtOnce))
    lanes.delete(key)
  }

  return {
    enter: (key, ask) => {
      const waiting = lanes.get(key) ?? []
      if (waiting.length >= mostWaiting) return Promise.resolve(refuse('overloaded', { detail: { retry_after: 2 } }))
      return new Promise((answer, fail) => {
        waiting.push({ ask, answer, fail })
        if (lanes.has(key)) return
        lanes.set(key, waiting)
        track(run(key, waiting))
      })
    },
    idle: async () => {
      while (busy.size > 0) await Promise.all(busy)
    },
  }
}
