import { TIMEOUTS } from '@kartis/domain/limits.ts'
import { clearCacheOwner } from './offline/last-contact.ts'
import { storeAccessToken, storeWorkspace } from './storage.ts'

const RELOADED_AT = 'reloaded-after-403'
const LOOP_MS = 30_000

/** The session is over: to the login screen without a word, with nothing of the old session left in memory. */
export const goToLogin = (): void => {
  storeAccessToken(undefined)
  clearCacheOwner()
  if (location.pathname !== '/login') location.assign('/login')
}

/**
 * The server refused this workspace: forget it and load the page anew after two seconds.
 * False where that was just done and did not help, so that a page never reloads for ever.
 */
export const reloadWithoutWorkspace = (): boolean => {
  const before = Number(sessionStorage.getItem(RELOADED_AT) ?? 0)
  if (Date.now() - before < LOOP_MS) return false
  sessionStorage.setItem(RELOADED_AT, String(Date.now()))
  storeWorkspace(undefined)
  setTimeout(() => location.reload(), TIMEOUTS.forbiddenReloadMs)
  return true
}
