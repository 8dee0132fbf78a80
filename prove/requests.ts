import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, openClient } from '@kartis/testing/http-client.ts'

export interface Reply {
  /** 0: the connection broke, or nothing came in time. */
  readonly status: number
  readonly data: unknown
  readonly code: string | undefined
}

export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

/** Milliseconds for which a request is repeated before it is given up. */
const PATIENCE_MS = 120_000
const WAIT_MS = 250
const MAX_WAIT_MS = 2000
/** Milliseconds without a reply after which a client gives up a connection. */
const SILENCE_MS = 25_000

const readReply = ({ status, text }: Answer): Reply => {
  try {
    const body = JSON.parse(text) as { data?: unknown; error?: { code?: string } }
    return { status, data: body.data, code: body.error?.code }
  } catch {
    return { status, data: undefined, code: undefined }
  }
}

/** A reply after which the same request is sent again: nothing is existing, or the server asked for it. */
const isUndecided = ({ status, code }: Reply): boolean =>
  status === 0 || status === 429 || status === 503 || code === 'idempotency_in_flight' || code === 'payment_unavailable'

/**
 * A client as the two sites are: every request that creates something carries a key, and is repeated with the same key until
 * its outcome is existing.
 */
export const openRequests = (origin: string) => {
  const client = openClient(64)
  const statuses = new Map<string, number>()
  let longest = 0
  const listeners = new Set<(step: string) => void>()

  const attempt = async (step: string, path: string, sent: Sent): Promise<Reply & { readonly wait: number }> => {
    const answering = client.send(`${origin}/api${path}`, sent)
    for (const listener of listeners) listener(step)
    const silence = new AbortController()
    const answer = await Promise.race([
      answering,
      sleep(SILENCE_MS, undefined, { signal: silence.signal, ref: false }).catch(() => undefined),
    ])
    silence.abort()
    const reply = answer ? readReply(answer) : { status: 0, data: undefined, code: 'silence' }
    const name = `${step} ${reply.status}${reply.code ? ` ${reply.code}` : ''}`
    statuses.set(name, (statuses.get(name) ?? 0) + 1)
    const retryAfter = Number(answer?.headers['retry-after'] ?? 0) * 1000
    return { ...reply, wait: Math.min(Math.max(retryAfter, WAIT_MS), MAX_WAIT_MS) }
  }

  /** Sends a request until its outcome is existing; `undefined` when it was given up. */
  const decide = async (step: string, path: string, sent: Sent = {}): Promise<Reply | undefined> => {
    const headers = { ...sent.headers, ...(sent.method && { 'idempotency-key': randomUUID() }) }
    const began = Date.now()
    while (Date.now() - began < PATIENCE_MS) {
      const reply = await attempt(step, path, { ...sent, headers })
      longest = Math.max(longest, Date.now() - began)
      if (!isUndecided(reply)) return reply
      await sleep(reply.wait)
    }
    return undefined
  }
  return {
    decide,
    /** How often each step got each status. */
    statuses: (): ReadonlyMap<string, number> => statuses,
    /** The longest time that one request took with its repetitions, in milliseconds. */
    longest: () => longest,
    /** Resolves when a request of a step has just been sent. */
    sending: (step: string): Promise<void> =>
      new Promise((resolve) => {
        const listener = (sent: string): void => {
          if (sent !== step) return
          listeners.delete(listener)
          resolve()
        }
        listeners.add(listener)
      }),
    close: () => client.close(),
  }
}

export type Requests = ReturnType<typeof openRequests>
