import { refresh } from '@kartis/contract/auth.ts'
import { requestOf } from '@kartis/contract/client.ts'
import { TIMEOUTS } from '@kartis/domain/limits.ts'
import { readFailure } from './api-error.ts'
import { sendTwice } from './send.ts'
import { accessToken, storeAccessToken } from './storage.ts'

let running: Promise<void> | undefined

/**
 * Trades the refresh cookie for a new token, once however many calls wait for it, and once over all tabs: the cookie
 * rotates, so two tabs must not spend the same one. Throws the refusal, or N1 after the second network failure.
 */
export const refreshToken = (spent: string | undefined): Promise<void> => {
  running ??= oneTabAtATime(() => trade(spent)).finally(() => {
    running = undefined
  })
  return running
}

const oneTabAtATime = async (work: () => Promise<void>): Promise<void> => {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request('kartis-refresh', work)
}

const trade = async (spent: string | undefined): Promise<void> => {
  if (accessToken() !== undefined && accessToken() !== spent) return // another tab was faster
  // one key for this refresh and for its network retry: a repeat of what already arrived gets the same answer
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const answer = await sendTwice({ ...requestOf(refresh, {}), timeoutMs: TIMEOUTS.requestMs, headers })
  const body: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) throw readFailure(body, answer.status)
  const { data } = refresh.reply.parse(body)
  storeAccessToken(data.token)
}
