import { refuse } from '@kartis/domain/refusal.ts'
import { LRUCache } from 'lru-cache'
import { RefusalError } from './error-handler.ts'
import { isInner } from './inner.ts'
import { classOf, type Traffic } from './route-class.ts'
import type { App } from './route.ts'

/**
 * Requests of one network in a minute: far above any person and any hall behind one address, far below an attack. Single
 * endpoints have lower limits.
 */
export const PER_MINUTE: Readonly<Record<Exclude<Traffic, 'unlimited'>, number>> = { api: 1500, page: 1500 }
const WINDOW_MS = 60_000
/** Networks that are counted at a time; the least recently seen one is forgotten first. */
const MAX_NETWORKS = 20_000

interface Window {
  count: number
  readonly endsAt: number
}

interface Excess {
  /** Seconds to wait. */
  readonly wait: number
  /** The first call of the window that is above the limit. */
  readonly isFirst: boolean
}

/** Counts calls of a key in fixed windows of a minute; returns how long to wait when it is above `max`. */
export const createWindows = (now: () => number = () => performance.now()) => {
  const windows = new LRUCache<string, Window>({ max: MAX_NETWORKS })
  return (key: string, max: number): Excess | undefined => {
    const at = now()
    const current = windows.get(key)
    const window = current && current.endsAt > at ? current : { count: 0, endsAt: at + WINDOW_MS }
    window.count += 1
    windows.set(key, window)
    if (window.count <= max) return undefined
    return { wait: Math.max(1, Math.ceil((window.endsAt - at) / 1000)), isFirst: window.count === max + 1 }
  }
}

/** Refuses the requests of a network above its limits, by the class of the route that they matched. */
export const limitNetworks = (app: App): void => {
  const over = createWindows()
  app.addHook('onRequest', (request, _reply, done) => {
    const { traffic } = classOf(request)
    // A page that calls the API in this process was counted itself.
    if (traffic === 'unlimited' || isInner(request)) return done()
    const excess = over(`${traffic} ${request.network}`, PER_MINUTE[traffic])
    if (!excess) return done()
    // A line for each network and minute: that of each refusal is for debugging only.
    if (excess.isFirst) request.log.info({ reqId: request.id, traffic }, 'a network is above its limit')
    done(new RefusalError(refuse('too_many_requests', { detail: { retry_after: excess.wait } })))
  })
}
