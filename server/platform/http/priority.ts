import type { FastifyRequest } from 'fastify'
import { isInner } from './inner.ts'

/**
 * Who goes before whom when not everyone can be served:
 * - always: health and figures, and what a request that was let in asks of this very process
 * - first: a line of people stands at a gate, or a gateway tells of money
 * - begun: someone who holds tickets is on the way to pay for them
 * - usual: everyone else
 */
export type Importance = 'always' | 'first' | 'begun' | 'usual'

const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])
const FIRST =
  /^\/api\/v1\/(producer\/events\/[^/]+\/(scan_ticket|admission_list)|payments\/[^/]+\/notify|credit_terminals\/|cashier\/)/
const BEGUN = /^\/(api\/v1\/public\/orders\/|order\/(checkout|tickets)\/|sandbox\/)/

export const importanceOf = (request: FastifyRequest): Importance => {
  const { url } = request
  if (HEALTH.has(url) || isInner(request)) return 'always'
  if (FIRST.test(url)) return 'first'
  return BEGUN.test(url) ? 'begun' : 'usual'
}
