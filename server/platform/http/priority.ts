import type { FastifyRequest } from 'fastify'
import { isInner } from './inner.ts'

/**
 * Priority of a request when the process is overloaded:
 * - always: health and metrics, and requests that this process makes to itself for an admitted request
 * - first: check-in, the box office, and webhooks of payment gateways
 * - begun: the checkout of someone who holds a reservation
 * - usual: everything else
 */
export type Priority = 'always' | 'first' | 'begun' | 'usual'

const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])
const FIRST =
  /^\/api\/v1\/(producer\/events\/[^/]+\/(scan_ticket|admission_list)|payments\/[^/]+\/notify|credit_terminals\/|cashier\/)/
const BEGUN = /^\/(api\/v1\/public\/orders\/|order\/(checkout|tickets)\/|sandbox\/)/

export const priorityOf = (request: FastifyRequest): Priority => {
  const { url } = request
  if (HEALTH.has(url) || isInner(request)) return 'always'
  if (FIRST.test(url)) return 'first'
  return BEGUN.test(url) ? 'begun' : 'usual'
}
