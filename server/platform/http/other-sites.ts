import { refuse } from '@kartis/domain/refusal.ts'
import type { FastifyInstance } from 'fastify'
import { isFromOtherSite } from './cookie.ts'
import { RefusalError } from './error-handler.ts'

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * No page of another site writes by the API: a form that it posts could sign its visitor in to an account of its own, whose
 * cookies the browser would keep. Programs and gateways send no headers of a browser and are not concerned.
 */
export const refuseOtherSites = (app: FastifyInstance, publicUrl: string): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const isWrite = !READS.has(request.method) && request.routeOptions.url?.startsWith('/api/') === true
    done(isWrite && isFromOtherSite(request, publicUrl) ? new RefusalError(refuse('forbidden')) : undefined)
  })
}
