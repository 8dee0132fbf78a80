import { refuse } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { createCache } from '../concurrency/cache.ts'
import { sameText } from '../security/keys.ts'
import { sendRefusal } from './error-handler.ts'
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

/** With a token only who has it; without one nobody but this machine, which in production cannot be distinguished from a proxy. */
const maySeeMetrics = ({ platform }: App, request: FastifyRequest): boolean => {
  const { token, open } = platform.settings.metrics
  return token === undefined ? open : sameText(request.headers.authorization ?? '', `Bearer ${token}`)
}

/**
 * The text is kept for ten times what it took to write, so that it takes a tenth of a processor however often it is read:
 * it has a line for each route, status and bucket.
 */
const TIMES_WRITTEN = 10

/** `/healthz`: the process runs. `/readyz`: it can serve (database reachable, not stopping). `/metrics`: for Prometheus. */
export const health = (app: App, { metricsText, notReady }: HealthOptions): void => {
  const cache = createCache<string>({ ttlMs: 0, timesLoad: TIMES_WRITTEN, max: 1 })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const missing = notReady?.() ?? ((await isDatabaseReachable(app)) ? undefined : 'database')
    return missing ? reply.code(503).send({ status: 'not ready', missing }) : { status: 'ready' }
  })
  app.get('/metrics', async (request, reply) => {
    if (!maySeeMetrics(app, request)) return sendRefusal(request, reply, refuse('not_found'))
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await cache.getOrLoad('metrics', metricsText))
  })
}
