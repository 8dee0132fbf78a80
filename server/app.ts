import { join } from 'node:path'
import type { Platform } from './platform/platform.ts'
import { compress } from './platform/http/compress.ts'
import { health, type HealthOptions } from './platform/http/health.ts'
import { type PageMaker, producerApp } from './platform/http/producer-app.ts'
import { secure } from './platform/http/security.ts'
import { SHARED_READ_MS } from './platform/config/cache-sizes.ts'
import { openServer } from './platform/http/server.ts'
import { limitTraffic } from './platform/http/traffic-limits.ts'
import { type Metrics, openMetrics, recordMetrics } from './platform/observability/metrics.ts'
import { forgetOldKeys } from './platform/http/idempotency.ts'
import { describeApi } from './platform/http/openapi/routes.ts'
import { outbox } from './platform/notifications/outbox/routes.ts'
import { forgetOldCounters } from './platform/http/rate-limit.ts'
import type { App, Plugin } from './platform/http/route.ts'
import { VERSION } from './platform/config/version.ts'
import { storefront } from './storefront/storefront.ts'

const PRODUCER_DIST = join(import.meta.dirname, '../producer/dist')

export interface AppOptions extends Partial<HealthOptions> {
  readonly metrics?: Metrics
  /** Prove every reply with its contract before it leaves. */
  readonly validatesReplies?: boolean
  /** Requests that wait for a connection to the database. */
  readonly waiting?: () => number
  /** Milliseconds for which public reads are kept in memory. */
  readonly sharedReadMs?: number
  /** Modules in place of the usual ones; for tests. */
  readonly modules?: readonly Plugin[]
  /** Where the producer app's page comes from, if not from its built folder. */
  readonly producerPage?: PageMaker
}

const scheduleCleanup = (platform: Platform): void => {
  platform.jobs.cron('kernel-forget', '17 * * * *', async () => {
    await forgetOldKeys(platform)
    await forgetOldCounters(platform)
  })
}

/** The whole server, not yet listening. Jobs are defined here and started by the caller. */
export const buildApp = async (platform: Platform, options: AppOptions = {}): Promise<App> => {
  const app = await openServer(platform)
  app.validatesReplies = options.validatesReplies ?? false
  app.sharedReadMs = options.sharedReadMs ?? SHARED_READ_MS
  const metrics = options.metrics ?? openMetrics()
  secure(app)
  recordMetrics(app, metrics)
  await limitTraffic(app, options.waiting ?? (() => 0))
  await compress(app)
  health(app, { figures: options.figures ?? (() => metrics.registry.metrics()), notReady: options.notReady })
  scheduleCleanup(platform)
  const modules = options.modules ?? (await import('./modules.ts')).MODULES
  for (const plugin of modules) await plugin(app, platform)
  outbox(app, platform)
  describeApi(app, VERSION)
  await storefront(app, platform)
  await producerApp(app, PRODUCER_DIST, options.producerPage)
  return app
}
