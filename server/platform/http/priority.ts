import type { FastifyRequest } from 'fastify'
import { isInner } from './inner.ts'

/**
 * Priority of a request when the process is overloaded:
 * - always: health and metrics, and requests that this process makes to itself for an admitted request
 * - first: check-in, the box office, and webhooks of payment gateways
 * - begun: everything about an existing order (its API, checkout and ticket pages), and the pages of the payment sandbox
 * - usual: everything else, a new reservation (`POST /api/v1/public/orders`) included
 */
export type Priority = 'always' | 'first' | 'begun' | 'usual'

// Patterns of URLs and not a field of the contract: the pages and the sandbox are no endpoints of the contract.
const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])
const FIRST =
  /^\/api\/v1\/(producer\/events\/[^/]+\/(scan_ticket|admission_list)|payments\/[^/]+\/notify|credit_terminals\/|cashier\/)/
/** The trailing slashes matter: `/api/v1/public/orders` itself makes a reservation, which is usual. */
const BEGUN = /^\/(api\/v1\/public\/orders\/|order\/(checkout|tickets)\/|sandbox\/)/

export const priorityOf = (request: FastifyRequest): Priority => {
  const { url } = request
  if (HEALTH.has(url) || isInner(request)) return 'always'
  if (FIRST.test(url)) return 'first'
  return BEGUN.test(url) ? 'begun' : 'usual'
}
