import cors from '@fastify/cors'
import { limitNetworks } from './network-limit.ts'
import { pathOf } from './route-class.ts'
import type { App } from './route.ts'
import { shedLoad } from './load-shedding.ts'

const PUBLIC_API = '/api/v1/public/'

const RULES = {
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
}
/** Other sites may call the public API only, and never with cookies. Made once, not for each request. */
const [ANYONE, NOBODY] = [
  { ...RULES, origin: '*' },
  { ...RULES, origin: false },
]

/** Cross-origin rules, the rate limit of each network, and load shedding. `waiting`: requests that wait for a database connection. */
export const limitTraffic = async (app: App, waiting: () => number): Promise<void> => {
  const { settings } = app.platform
  await app.register(cors, {
    hook: 'onRequest',
    // By its path, because a preflight matches no route of the API.
    delegator: (request, done) => done(null, pathOf(request).startsWith(PUBLIC_API) ? ANYONE : NOBODY),
  })
  if (settings.rateLimits) limitNetworks(app)
  shedLoad(app, { maxInFlight: settings.maxInFlight, shedAboveMs: settings.shedAboveMs, waiting })
}
