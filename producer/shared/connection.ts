import { makeStore } from '@kartis/ui/parts/store.ts'

/** Whether the last word from the network was that it is gone. */
export const offline = makeStore(false)

const CHECK_EVERY_MS = 10_000
let checking = false

/** After a network failure: ask until the server answers again. A failure of the question itself says nothing new. */
export const checkConnection = async (): Promise<void> => {
  offline.write(true)
  if (checking) return
  checking = true
  while (offline.read()) {
    try {
      const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_EVERY_MS) })
      if (answer.ok) offline.write(false)
    } catch {
      // still gone
    }
    if (offline.read()) await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
  }
  checking = false
}
