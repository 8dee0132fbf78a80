import type { Registry } from 'prom-client'
import { buildApp } from './app.ts'
import { type DemoData, prepareDemo } from './demo.ts'
import type { CreatePageSource } from './platform/http/producer-app.ts'
import { createMetrics } from './platform/observability/metrics.ts'
import { startTracing } from './platform/observability/start-tracing.ts'
import { openPlatform } from './platform/open-platform.ts'
import type { Plugin } from './platform/http/route.ts'
import { preparePort } from './platform/http/shared-port.ts'
import type { Settings } from './platform/config/settings.ts'

export interface Serving {
  /** Lines for the person at the terminal. */
  readonly hints: readonly string[]
  /** Stops accepting work, finishes running requests and jobs, and closes the database connections. */
  readonly stop: () => Promise<void>
}

export interface ServeOptions {
  /** Modules instead of the usual ones, for tests. */
  readonly modules?: readonly Plugin[]
  readonly producerPage?: CreatePageSource
  /** What the setting `DEMO` loads; nothing without it. */
  readonly demo?: DemoData | undefined
  /** Creates the function that collects the metrics of all processes; those of this process by default. */
  readonly collectMetrics?: (own: Registry) => () => Promise<string>
}

/** Seconds that running jobs may delay a stop. */
const JOB_SECONDS = 25

/** Starts one serving process on a migrated database: platform, app, jobs, and an open port. */
export const serve = async (settings: Settings, url: string, options: ServeOptions = {}): Promise<Serving> => {
  const { platform, pools, close } = openPlatform(settings, { url, work: true })
  const stopTracing = await startTracing(settings.tracing, platform.log)
  const metrics = createMetrics(pools)
  const state = { stopping: false }
  const app = await buildApp(platform, {
    metrics,
    waiting: () => pools.main.waitingCount,
    ...(options.collectMetrics && { metricsText: options.collectMetrics(metrics.registry) }),
    ...(options.modules && { modules: options.modules }),
    ...(options.producerPage && { producerPage: options.producerPage }),
    notReady: () => (state.stopping ? 'stopping' : undefined),
  })
  const openPort = preparePort(app)
  platform.gauges.serve(metrics.registry, { db: platform.reportDb, log: platform.log })
  const stop = async (): Promise<void> => {
    state.stopping = true
    await app.drain()
    await app.close()
    await platform.domainEvents.stop()
    await platform.jobs.stop(JOB_SECONDS)
    await close()
    await stopTracing()
  }
  try {
    await platform.jobs.start()
    await platform.domainEvents.start()
    const hints = settings.demo && options.demo ? await prepareDemo(platform, options.demo) : []
    await openPort(settings.port, settings.host)
    return { hints, stop }
  } catch (error) {
    await stop().catch(() => undefined)
    throw error
  }
}
