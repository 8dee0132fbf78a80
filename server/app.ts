import { join } from 'node:path'
import type { Platform } from './platform/platform.ts'
import { createAuthorizer } from './platform/http/authorization.ts'
import { compress } from './platform/http/compress.ts'
import { health, type HealthOptions } from './platform/http/health.ts'
import { type CreatePageSource, producerApp } from './platform/http/producer-app.ts'
import { secure } from './platform/http/security.ts'
import { refuseEmptySegments } from './platform/http/empty-segments.ts'
import { robotsTxt } from './platform/http/robots-txt.ts'
import { securityTxt } from './platform/http/security-txt.ts'
import { SHARED_READ_MS } from './platform/config/cache-sizes.ts'
import { openServer } from './platform/http/server.ts'
import { limitTraffic } from './platform/http/traffic-limits.ts'
import { defineBacklogGauges } from './platform/observability/backlog.ts'
import { createMetrics, type Metrics, recordMetrics } from './platform/observability/metrics.ts'
import { traceRequests } from './platform/http/trace-requests.ts'
import { deleteOldKeys } from './platform/http/idempotency.ts'
import { describeApi } from './platform/http/openapi/routes.ts'
import { outbox } from './platform/notifications/outbox/routes.ts'
import { deleteOldCounters } from './platform/http/rate-limit.ts'
import type { App, Plugin } from './platform/http/route.ts'
import { VERSION } from './platform/config/version.ts'
import { storefront } from './storefront/storefront.ts'

const PRODUCER_DIST = join(import.meta.dirname, '../producer/dist')

export interface AppOptions extends Partial<HealthOptions> {
  readonly metrics?: Metrics
  /** Validate every reply with its contract before it is sent. */
  readonly validatesReplies?: boolean
  /** Number of requests that wait for a database connection. */
  readonly waiting?: () => number
  /** Milliseconds for which public reads are cached. */
  readonly sharedReadMs?: number
  /** Modules instead of the usual ones, for tests. */
  readonly modules?: readonly Plugin[]
  /** Source of the producer app's page, if not its built folder. */
  readonly producerPage?: CreatePageSource
}

const scheduleCleanup = (platform: Platform): void => {
  platform.jobs.cron('kernel-forget', '17 * * * *', async () => {
    await deleteOldKeys(platform)
    await deleteOldCounters(platform)
  })
}

/** Loaded on demand: tests and benchmarks with modules of their own do not pay for all of them. */
const defaultModules = async (platform: Platform): Promise<readonly Plugin[]> => {
  const { createModules, createServices } = await import('./modules.ts')
  return createModules(createServices(platform))
}

/** Builds the whole server, not yet listening. Defines its jobs; the caller starts them. */
export const buildApp = async (platform: Platform, options: AppOptions = {}): Promise<App> => {
  const { authorizer, add: addLookups } = createAuthorizer()
  const app = await openServer(platform, authorizer)
  platform.selfFetch.bind(app)
  app.validatesReplies = options.validatesReplies ?? false
  app.sharedReadMs = options.sharedReadMs ?? SHARED_READ_MS
  const metrics = options.metrics ?? createMetrics()
  secure(app)
  recordMetrics(app, metrics)
  await limitTraffic(app, options.waiting ?? (() => 0))
  traceRequests(app)
  await compress(app)
  health(app, {
    metricsText: options.metricsText ?? (() => metrics.registry.metrics()),
    notReady: options.notReady,
  })
  refuseEmptySegments(app)
  securityTxt(app)
  robotsTxt(app)
  scheduleCleanup(platform)
  defineBacklogGauges(platform)
  const modules = options.modules ?? (await defaultModules(platform))
  for (const plugin of modules) addLookups((await plugin(app, platform)) ?? {})
  outbox(app, platform)
  describeApi(app, VERSION)
  await storefront(app, platform)
  await producerApp(app, PRODUCER_DIST, {
    support: platform.settings.operator,
    watch: !platform.settings.production,
    createSource: options.producerPage,
  })
  return app
}
