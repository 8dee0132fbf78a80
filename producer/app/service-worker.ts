import { createStore } from '@kartis/ui/components/store.ts'

/** A newer version of the app lies ready; it takes over when the page is loaded anew. */
export const newVersion = createStore<ServiceWorker | undefined>(undefined)

const LOOK_EVERY_MS = 3_600_000
const RELOADED_AT = 'reloaded-for-version'
const LOOP_MS = 30_000

const follow = (registration: ServiceWorkerRegistration): void => {
  const tell = (): void => {
    // the first version ever has nobody to take over from
    if (registration.waiting && navigator.serviceWorker.controller) newVersion.write(registration.waiting)
  }
  tell()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', tell))
  const look = (): void => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  }
  setInterval(look, LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', look)
}

/** Puts the app on the device, once the page has nothing better to do. In development there is nothing to keep. */
export const registerServiceWorker = (): void => {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const install = (): void => {
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(
      // Where workers are blocked, some browsers answer with nothing instead of refusing.
      (registration: ServiceWorkerRegistration | undefined) => registration && follow(registration),
      () => undefined,
    )
  }
  if (document.readyState === 'complete') install()
  else addEventListener('load', install, { once: true })
}

/** The new version takes over, and this page becomes it. */
export const activateNewVersion = (): void => {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  newVersion.read()?.postMessage({ type: 'SKIP_WAITING' })
}

/** A page of the version before asks for a part that is no longer there: it becomes the new one, once. */
export const reloadWhenOutdated = (): void => {
  addEventListener('vite:preloadError', (event) => {
    const before = Number(sessionStorage.getItem(RELOADED_AT) ?? 0)
    if (!navigator.onLine || Date.now() - before < LOOP_MS) return
    event.preventDefault()
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    location.reload()
  })
}
