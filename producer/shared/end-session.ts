import { TIMEOUTS } from '@kartis/domain/limits.ts'
import { clearCacheOwner } from './offline/last-contact.ts'
import { storeAccessToken, storeWorkspace } from './storage.ts'

const RELOADED_AT = 'reloaded-after-403'
const LOOP_MS = 30_000

/** Ends the session on this device and opens the login screen, or another way in, without a message. */
export const goToLogin = (to: '/login' | '/join' = '/login'): void => {
  storeAccessToken(undefined)
  clearCacheOwner()
  if (location.pathname !== '/login') location.assign(to)
}

/**
 * Forgets a workspace that the server refused and reloads the page after two seconds. Returns false if that was just
 * done without success, so that the page does not reload in a loop.
 */
export const reloadWithoutWorkspace = (): boolean => {
  const before = Number(sessionStorage.getItem(RELOADED_AT) ?? 0)
  if (Date.now() - before < LOOP_MS) return false
  sessionStorage.setItem(RELOADED_AT, String(Date.now()))
  storeWorkspace(undefined)
  setTimeout(() => location.reload(), TIMEOUTS.forbiddenReloadMs)
  return true
}
