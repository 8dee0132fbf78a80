import type { Registry } from 'prom-client'
import { buildApp } from './app.ts'
import { prepareDemo } from './demo.ts'
import type { PageMaker } from './platform/http/producer-app.ts'
import { openMetrics } from './platform/observability/metrics.ts'
import { openPlatform } from './platform/open-platform.ts'
import type { Plugin } from './platform/http/route.ts'
import type { Settings } from './platform/config/settings.ts'

export interface Serving {
  /** Lines for the person at the terminal. */
  readonly hints: readonly string[]
  /** Takes no new work, finishes requests and jobs, lets go of the database. */
  readonly stop: () => Promise<void>
}

export interface ServeOptions {
  /** Modules in place of the usual ones; for tests. */
  readonly modules?: readonly Plugin[]
  readonly producerPage?: PageMaker
  /** Makes the function that gathers the figures of all processes; this one's own are told by default. */
  readonly figures?: (own: Registry) => () => Promise<string>
}

const JOB_SECONDS = 25

/** One serving process on a migrated database: platform, app, jobs, and an open port. */
export const serve = async (settings: Settings, url: string, options: ServeOptions = {}): Promise<Serving> => {
  const { platform, pools, close } = openPlatform(settings, { url, work: true })
  const metrics = openMetrics(pools)
  const state = { stopping: false }
  const app = await buildApp(platform, {
    metrics,
    waiting: () => pools.main.waitingCount,
    ...(options.figures && { figures: options.figures(metrics.registry) }),
    ...(options.modules && { modules: options.modules }),
    ...(options.producerPage && { producerPage: options.producerPage }),
    notReady: () => (state.stopping ? 'stopping' : undefined),
  })
  const stop = async (): Promise<void> => {
    state.stopping = true
    await app.close()
    await platform.domainEvents.stop()
    await platform.jobs.stop(JOB_SECONDS)
    await close()
  }
  try {
    await platform.jobs.start()
    await platform.domainEvents.start()
    const hints = settings.demo ? await prepareDemo(platform) : []
    await app.listen({ port: settings.port, host: settings.host })
    return { hints, stop }
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
}
