import { createStore } from '@kartis/ui/components/store.ts'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { isSignedIn, sessionQuery } from '../shared/session.ts'

/** The waiting service worker of a newer version; it is activated by a reload. */
export const newVersion = createStore<ServiceWorker | undefined>(undefined)

const CHECK_EVERY_MS = 3_600_000
const RELOADED_AT = 'reloaded-for-version'
const LOOP_MS = 30_000

const watchForUpdates = (registration: ServiceWorkerRegistration): void => {
  const announce = (): void => {
    // the first installation replaces no version
    if (registration.waiting && navigator.serviceWorker.controller) newVersion.write(registration.waiting)
  }
  announce()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', announce))
  const checkForUpdate = (): void => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  }
  setInterval(checkForUpdate, CHECK_EVERY_MS)
  document.addEventListener('visibilitychange', checkForUpdate)
}

/** After the page has loaded; not in development. */
const registerServiceWorker = (): void => {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const install = (): void => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(
      // Some browsers resolve with undefined where service workers are blocked.
      (registration: ServiceWorkerRegistration | undefined) => registration && watchForUpdates(registration),
      () => undefined,
    )
  }
  if (document.readyState === 'complete') install()
  else addEventListener('load', install, { once: true })
}

/**
 * Registers the service worker once somebody is signed in, at the start or later on the same page: a visitor of the login
 * screen does not need the whole app cached, and whoever signs in there goes on to the entrance without a reload.
 */
export const registerOnceSignedIn = (queries: QueryClient): void => {
  if (isSignedIn()) return registerServiceWorker()
  const sessionHash = hashKey(sessionQuery.queryKey)
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== sessionHash) return
    if (!isSignedIn() || queries.getQueryData(sessionQuery.queryKey) === undefined) return
    stop()
    registerServiceWorker()
  })
}

/** Activates the new version and reloads the page. */
export const activateNewVersion = (): void => {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  newVersion.read()?.postMessage({ type: 'SKIP_WAITING' })
}

/** Reloads once when a chunk of the previous version no longer exists on the server. */
export const reloadWhenOutdated = (): void => {
  addEventListener('vite:preloadError', (event) => {
    const before = Number(sessionStorage.getItem(RELOADED_AT) ?? 0)
    if (!navigator.onLine || Date.now() - before < LOOP_MS) return
    event.preventDefault()
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    location.reload()
  })
}
