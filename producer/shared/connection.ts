import { createStore } from '@kartis/ui/components/store.ts'

/** True while the server cannot be reached. */
export const offline = createStore(false)

export const CHECK_EVERY_MS = 10_000
let checking = false

const serverResponds = async (): Promise<boolean> => {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_EVERY_MS) })
    return answer.ok
  } catch {
    return false // the reason does not matter: the server was not reached
  }
}

const write = (isOffline: boolean): void => {
  if (offline.read() !== isOffline) offline.write(isOffline)
}

/**
 * Polls the server after a network failure until it responds. A single failed call (a timeout) does not make the app
 * offline.
 */
export const checkConnection = async (): Promise<void> => {
  if (checking) return
  checking = true
  try {
    while (!(await serverResponds())) {
      write(true)
      await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
    }
    write(false)
  } finally {
    checking = false
  }
}

/** Any response proves that the network is available. */
export const recordAnswer = (): void => write(false)

/** Follows the device's own connection events, which come before any request fails. */
export const watchDeviceConnection = (): void => {
  // A page that is opened without a network gets no event of losing it.
  if ('onLine' in navigator && !navigator.onLine) void checkConnection()
  addEventListener('offline', () => {
    write(true)
    void checkConnection()
  })
  addEventListener('online', () => void checkOnce())
}

const checkOnce = async (): Promise<void> => {
  if (await serverResponds()) write(false)
  else void checkConnection()
}
