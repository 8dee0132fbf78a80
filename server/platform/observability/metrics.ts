import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Databases } from '../database/db.ts'
import type { App } from '../http/route.ts'

/** The metrics of this process for Prometheus. */
export const createMetrics = (pools?: Databases['pools']) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const http = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests, from the first byte of the request to the last of the response',
    labelNames: ['method', 'route', 'status', 'app'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  if (pools) {
    const connections: Gauge<'pool' | 'state'> = new Gauge({
      name: 'database_pool_connections',
      help: 'Connections of each database pool by state, and requests that wait for one',
      labelNames: ['pool', 'state'],
      registers: [registry],
      collect() {
        for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
          connections.set({ pool, state: 'idle' }, idleCount)
          connections.set({ pool, state: 'busy' }, totalCount - idleCount)
          connections.set({ pool, state: 'waiting' }, waitingCount)
        }
      },
    })
  }
  return { registry, http }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, and what the call has made: ids for its line in the log. */
    logFields: Readonly<Record<string, string | undefined>> | null
  }
}

export type Metrics = ReturnType<typeof createMetrics>

const APPS = new Set(['producer', 'order', 'customer', 'cashier'])

/** Characters of a path that are logged: ours are shorter. */
const MAX_PATH = 200

/** Refusals of a flood are counted by the metrics, and logged once for each network and minute (`limitNetworks`). */
const levelOf = (method: string, status: number): 'error' | 'info' | 'debug' => {
  if (status >= 500) return 'error'
  if (status === 429) return 'debug'
  return status >= 400 || (method !== 'GET' && method !== 'HEAD') ? 'info' : 'debug'
}

/** Measures each request and logs those that write or fail; successful reads are logged at level debug. */
export const recordMetrics = (app: App, { http }: Metrics): void => {
  app.decorateRequest('logFields', null)
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const status = reply.statusCode
    const name = String(request.headers['x-app-name'] ?? '')
    const route = request.routeOptions.url ?? 'none'
    http.observe({ method, route, status, app: APPS.has(name) ? name : 'other' }, reply.elapsedTime / 1000)
    if (request.isShed) return done()
    // Without the query, which may contain tokens.
    const path = request.url.split('?', 1)[0]?.slice(0, MAX_PATH)
    request.log[levelOf(method, status)](
      {
        reqId: request.id,
        method,
        path,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...request.logFields,
        client: name || undefined,
        version: request.headers['x-app-version'],
      },
      'request completed',
    )
    done()
  })
}
