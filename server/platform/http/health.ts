import { sql } from 'kysely'
import type { App } from './route.ts'

export interface HealthOptions {
  /** Metrics in the text format of Prometheus. */
  readonly metricsText: () => Promise<string>
  /** Undefined when the process can serve, else what is missing. */
  readonly notReady?: () => string | undefined
}

/** Milliseconds: a load balancer must know within two seconds that the database is away. */
const DATABASE_TIMEOUT_MS = 1500

const isDatabaseReachable = async (app: App): Promise<boolean> => {
  const timeout = new Promise<false>((resolve) => setTimeout(() => resolve(false), DATABASE_TIMEOUT_MS).unref())
  const query = sql`select 1`.execute(app.platform.db).then(
    () => true,
    () => false,
  )
  return Promise.race([query, timeout])
}

/** `/healthz`: the process runs. `/readyz`: it can serve (database reachable, not stopping). `/metrics`: for Prometheus. */
export const health = (app: App, { metricsText, notReady }: HealthOptions): void => {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const missing = notReady?.() ?? ((await isDatabaseReachable(app)) ? undefined : 'database')
    return missing ? reply.code(503).send({ status: 'not ready', missing }) : { status: 'ready' }
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metricsText()),
  )
}
