import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import { refuse } from '@kartis/domain/refusal.ts'
import { RefusalError } from './error-handler.ts'
import { networkOf } from './rate-limit.ts'
import type { App } from './route.ts'
import { shedLoad } from './load-shedding.ts'

/** Requests of one network in a minute: far above any person, far below an attack. Single endpoints have lower limits. */
const PER_MINUTE = 1500
const PUBLIC_API = '/api/v1/public/'

/** Polled by thousands who may share one address of their mobile operator; the reply is cached. */
const isWaitingRoomPoll = ({ method, url }: { readonly method: string; readonly url: string }): boolean =>
  method === 'GET' && url.startsWith(PUBLIC_API) && url.split('?', 1)[0]?.endsWith('/waiting-room') === true

/** Cross-origin rules, the rate limit of each network, and load shedding. `waiting`: requests that wait for a database connection. */
export const limitTraffic = async (app: App, waiting: () => number): Promise<void> => {
  const { settings } = app.platform
  // Other sites may call the public API only, and never with cookies.
  await app.register(cors, {
    hook: 'onRequest',
    delegator: (request, done) => {
      const isPublic = request.url.startsWith(PUBLIC_API)
      done(null, {
        origin: isPublic ? '*' : false,
        methods: ['GET', 'POST', 'PATCH', 'DELETE'],
        allowedHeaders: [
          'content-type',
          'accept-language',
          'idempotency-key',
          'x-order-token',
          'x-waiting-pass',
          'x-waiting-device',
          'x-app-name',
          'x-app-version',
        ],
        exposedHeaders: ['retry-after', 'x-request-id'],
        maxAge: 86_400,
        strictPreflight: false,
      })
    },
  })
  if (settings.rateLimits) {
    await app.register(rateLimit, {
      global: true,
      max: PER_MINUTE,
      timeWindow: 60_000,
      cache: 20_000,
      keyGenerator: (request) => networkOf(request.ip),
      allowList: (request) => !request.url.startsWith('/api/') || isWaitingRoomPoll(request),
      addHeaders: {
        'x-ratelimit-limit': false,
        'x-ratelimit-remaining': false,
        'x-ratelimit-reset': false,
        'retry-after': false,
      },
      addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
      errorResponseBuilder: (_request, { ttl }) =>
        new RefusalError(refuse('too_many_requests', { detail: { retry_after: Math.ceil(ttl / 1000) } })),
    })
  }
  shedLoad(app, { maxInFlight: settings.maxInFlight, waiting })
}
