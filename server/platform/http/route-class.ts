import type { FastifyRequest } from 'fastify'

/** Which policy of headers a reply gets. */
export type Area = 'api' | 'producer' | 'sale'
/**
 * Which of the limits of a network a request counts against: calls of the API, or pages. Files are sent from memory, health
 * checks come from monitors, and the poll of a waiting room from thousands behind one address of a mobile operator.
 */
export type Traffic = 'api' | 'page' | 'unlimited'
/**
 * Priority of a request when the process is overloaded:
 * - always: health and metrics
 * - first: check-in, the box office, and webhooks of payment gateways
 * - begun: everything about an existing order (its API, checkout and ticket pages), and the pages of the payment sandbox
 * - usual: everything else, a new reservation (`POST /api/v1/public/orders`) included
 */
export type Priority = 'always' | 'first' | 'begun' | 'usual'

export interface RouteClass {
  readonly area: Area
  readonly traffic: Traffic
  readonly priority: Priority
  /** Waits for nothing but this process and its database: its time says whether they are overloaded. */
  readonly isTimed: boolean
}

// Patterns of routes and not a field of the contract: pages, files and the sandbox are no endpoints of the contract.
const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])
const FIRST =
  /^\/api\/v1\/(producer\/events\/[^/]+\/(scan_ticket|admission_list|check_in\/)|payments\/[^/]+\/notify|credit_terminals\/|cashier\/)/
/** The trailing slashes matter: `/api/v1/public/orders` itself makes a reservation, which is usual. */
const BEGUN = /^\/(api\/v1\/public\/orders\/|order\/(checkout|tickets|receipt)\/|sandbox\/)/
const SALE = /^\/(order|sandbox|embed)/
const FILE = /^\/(?:order\/_|assets)\/|\.[a-z0-9]{1,12}$/i
const WAITING_ROOM_POLL = /^GET \/api\/v1\/public\/events\/:\w+\/waiting-room$/

/** The start of a payment waits for the gateway, an upload for its sender, a PDF for a thread. */
const ELSEWHERE = /\/(payment|attachments|tickets\.pdf)$/
const SCAN = /\/scan_ticket$/

const isTimed = (route: string): boolean =>
  SCAN.test(route) || ((route.startsWith('/api/v1/public/') || route.startsWith('/order')) && !ELSEWHERE.test(route))

const isApi = (route: string): boolean => route.startsWith('/api/') && !route.startsWith('/api/docs')

const trafficOf = (method: string, route: string): Traffic => {
  if (HEALTH.has(route) || WAITING_ROOM_POLL.test(`${method} ${route}`)) return 'unlimited'
  if (route.startsWith('/api/')) return 'api'
  return FILE.test(route) ? 'unlimited' : 'page'
}

/** The class of a route by its pattern, such as `/api/v1/public/orders/:uuid`. */
export const classOfRoute = (method: string, route: string): RouteClass => ({
  area: isApi(route) ? 'api' : SALE.test(route) ? 'sale' : 'producer',
  traffic: trafficOf(method, route),
  priority: HEALTH.has(route) ? 'always' : FIRST.test(route) ? 'first' : BEGUN.test(route) ? 'begun' : 'usual',
  isTimed: isTimed(route),
})

/** The path of a request as routing reads it: decoded, so that `/%61pi` is `/api`. */
export const pathOf = ({ url }: Pick<FastifyRequest, 'url'>): string => {
  const raw = url.split('?', 1)[0] ?? '/'
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}

const classes = new Map<string, RouteClass>()

declare module 'fastify' {
  interface FastifyRequest {
    /** Of `classOf`, which several hooks call. */
    routeClass?: RouteClass | null
  }
}

/**
 * The class of a request by the route that it matched: the text of its address may spell one route in many ways. A path
 * without a route counts as a page, even where it ends like a file, and under `/api` as a call.
 */
export const classOf = (request: FastifyRequest): RouteClass => (request.routeClass ??= classNow(request))

const classNow = (request: FastifyRequest): RouteClass => {
  const { method, routeOptions } = request
  const route = routeOptions.url
  if (request.is404 || route === undefined) {
    const isCall = pathOf(request).startsWith('/api/')
    return { area: isCall ? 'api' : 'producer', traffic: isCall ? 'api' : 'page', priority: 'usual', isTimed: false }
  }
  const key = `${method} ${route}`
  const found = classes.get(key) ?? classOfRoute(method, route)
  classes.set(key, found)
  return found
}
