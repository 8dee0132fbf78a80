import { setTimeout as sleep } from 'node:timers/promises'
import pLimit, { type Limit } from 'p-limit'
import type { Platform } from '../../../platform/platform.ts'
import { type BatchQueue, createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import { lookUp } from './look-up.ts'
import { type PaymentRow, readPayments } from './payments-queries.ts'
import { type ClosedWebhook, closeWords, type WebhookRow } from './webhooks-queries.ts'

/** Look-ups on their way at the same time: many, so that slow ones leave places to others. */
const MAX_LOOK_UPS = 64
/** More than these are left to their jobs. */
const MAX_WORDS = 5000
/** The gateway sometimes speaks before its own books know: milliseconds until it is asked again. Then the job asks. */
const AGAIN_AFTER = [500, 1500, 4000]

/** Words of the gateway that this process looks up as soon as they are kept, without waiting for a job. */
export interface WebhookWorker {
  /** From now on words are looked up here; until then they are all left to their jobs. */
  open(): void
  /** Whether a word that comes now is looked up here. */
  hasRoom(): boolean
  take(words: readonly WebhookRow[]): void
  /** Takes no more, and waits for the look-ups under way. */
  close(): Promise<void>
}

interface Room {
  readonly platform: Platform
  readonly closings: BatchQueue<ClosedWebhook, { readonly closed: true }>
  readonly place: Limit
  readonly signal: AbortSignal
}

/** True when it has ended. A fault is written down; the word's job tries again. */
const tryOnce = async ({ platform, closings, place }: Room, word: WebhookRow, payment: PaymentRow | undefined) => {
  try {
    const outcome = await place(() => lookUp(platform, word, payment))
    if (outcome === 'unknown') return false
    await closings.submit('words', { id: word.id, outcome })
  } catch (error) {
    platform.log.warn({ err: error, word: word.id }, 'a word of the gateway could not be handled at once')
  }
  return true
}

const follow = async (room: Room, word: WebhookRow, payment: PaymentRow | undefined): Promise<void> => {
  if (await tryOnce(room, word, payment)) return
  for (const wait of AGAIN_AFTER) {
    await sleep(wait, undefined, { signal: room.signal, ref: false }).catch(() => undefined)
    if (room.signal.aborted || (await tryOnce(room, word, payment))) return
  }
}

const createWebhookWorker = (platform: Platform): WebhookWorker => {
  const ending = new AbortController()
  const under = new Set<Promise<void>>()
  let isOpen = false
  const room: Room = {
    platform,
    closings: createBatchQueue(async (_all, closed) => {
      await closeWords(platform.db, closed, platform.clock())
      return closed.map(() => ({ closed: true as const }))
    }),
    place: pLimit(MAX_LOOK_UPS),
    signal: ending.signal,
  }
  const keep = (work: Promise<void>): void => {
    under.add(work)
    void work.finally(() => under.delete(work))
  }
  const followAll = async (words: readonly WebhookRow[]): Promise<void> => {
    // The gateway has its answer first.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      const ids = words.flatMap(({ payment_id }) => payment_id ?? [])
      const payments = new Map((await readPayments(platform.db, ids)).map((payment) => [payment.id, payment]))
      for (const word of words) keep(follow(room, word, payments.get(word.payment_id ?? '')))
    } catch (error) {
      platform.log.warn({ err: error, words: words.length }, 'words of the gateway are left to their jobs')
    }
  }
  const hasRoom = (): boolean => isOpen && under.size < MAX_WORDS
  return {
    open: () => {
      isOpen = true
    },
    hasRoom,
    take: (words) => {
      if (words.length > 0 && hasRoom()) keep(followAll(words))
    },
    close: async () => {
      isOpen = false
      ending.abort()
      while (under.size > 0) await Promise.all(under)
    },
  }
}

const byKernel = new WeakMap<Platform, WebhookWorker>()

export const webhookWorkerOf = (platform: Platform): WebhookWorker => {
  const known = byKernel.get(platform)
  if (known) return known
  const words = createWebhookWorker(platform)
  byKernel.set(platform, words)
  return words
}
