import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../platform/http/route.ts'

/** Serves the worker that shows stored tickets without a network. It is checked for changes at each visit. */
export const ticketsWorker = (app: App, dist: string): void => {
  const path = join(dist, 'client/tickets-worker.js')
  app.get('/order/tickets-worker.js', async (_request, reply) => {
    if (!existsSync(path)) return reply.callNotFound()
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('service-worker-allowed', '/order/ticket')
      .send(readFileSync(path, 'utf8'))
  })
}
