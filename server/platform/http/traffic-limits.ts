import cors from '@fastify/cors'
import { limitNetworks } from './network-limit.ts'
import { pathOf } from './route-class.ts'
import type { App } from './route.ts'
import { shedLoad } from './load-shedding.ts'

const PUBLIC_API = '/api/v1/public/'

/** Cross-origin rules, the rate limit of each network, and load shedding. `waiting`: requests that wait for a database connection. */
export const limitTraffic = async (app: App, waiting: () => number): Promise<void> => {
  const { settings } = app.platform
  // Other sites may call the public API only, and never with cookies.
  await app.register(cors, {
    hook: 'onRequest',
    delegator: (request, done) => {
      // By its path, because a preflight matches no route of the API.
      const isPublic = pathOf(request).startsWith(PUBLIC_API)
      done(null, {
        origin: isPublic ? '*' : false,
        methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
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
  if (settings.rateLimits) limitNetworks(app)
  shedLoad(app, { maxInFlight: settings.maxInFlight, shedAboveMs: settings.shedAboveMs, waiting })
}
