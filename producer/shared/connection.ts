import { createStore } from '@kartis/ui/components/store.ts'

/** Whether the last word from the network was that it is gone. */
export const offline = createStore(false)

export const CHECK_EVERY_MS = 10_000
let checking = false

const serverAnswers = async (): Promise<boolean> => {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_EVERY_MS) })
    return answer.ok
  } catch {
    return false // what the question itself fails of is nobody's business
  }
}

const write = (isGone: boolean): void => {
  if (offline.read() !== isGone) offline.write(isGone)
}

/**
 * After a network failure: ask whether the server lives, and go on asking until it does. One call that failed alone (it
 * took too long) makes nobody offline.
 */
export const checkConnection = async (): Promise<void> => {
  if (checking) return
  checking = true
  try {
    while (!(await serverAnswers())) {
      write(true)
      await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
    }
    write(false)
  } finally {
    checking = false
  }
}

/** Any answer of the server proves that the network is there. */
export const recordAnswer = (): void => write(false)

/** Listens to the device as well: it knows at once when its last network goes, and when there may be one again. */
export const watchDeviceConnection = (): void => {
  addEventListener('offline', () => {
    write(true)
    void checkConnection()
  })
  addEventListener('online', () => void askNow())
}

const askNow = async (): Promise<void> => {
  if (await serverAnswers()) write(false)
  else void checkConnection()
}
