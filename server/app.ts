import { refuse } from '@kartis/domain/refusal.ts'
import type { Kernel } from './kernel/context.ts'
import { sendRefusal } from './kernel/exit.ts'
import { health, type HealthOptions } from './kernel/http/health.ts'
import { secure } from './kernel/http/security.ts'
import { openServer } from './kernel/http/server.ts'
import { regulate } from './kernel/http/traffic.ts'
import { type Metrics, openMetrics, watch } from './kernel/http/watch.ts'
import { forgetOldKeys } from './kernel/idempotency.ts'
import { forgetOldCounters } from './kernel/rate-limit.ts'
import type { App, Plugin } from './kernel/route.ts'

/** In the order of the line: a module may use only those before it. */
const MODULES: readonly Plugin[] = []

export interface AppOptions extends Partial<HealthOptions> {
  readonly metrics?: Metrics
  /** Prove every reply with its contract before it leaves. */
  readonly provesReplies?: boolean
  /** Modules in place of the usual ones; for tests. */
  readonly modules?: readonly Plugin[]
}

const keepHouse = (kernel: Kernel): void => {
  kernel.jobs.cron('kernel-forget', '17 * * * *', async () => {
    await forgetOldKeys(kernel)
    await forgetOldCounters(kernel)
  })
}

/** The whole server, not yet listening. Jobs are defined here and started by the caller. */
export const buildApp = async (kernel: Kernel, options: AppOptions = {}): Promise<App> => {
  const app = await openServer(kernel)
  app.provesReplies = options.provesReplies ?? false
  const metrics = options.metrics ?? openMetrics()
  secure(app)
  watch(app, metrics)
  await regulate(app)
  health(app, { figures: options.figures ?? (() => metrics.registry.metrics()), notReady: options.notReady })
  keepHouse(kernel)
  for (const plugin of options.modules ?? MODULES) await plugin(app, kernel)
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, refuse('not_found')))
  return app
}
