import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { apiRoutes } from './api-routes.ts'
import { assetRoutes } from './assets.ts'
import { deliverDue } from './notify.ts'
import type { SandboxOptions } from './options.ts'
import { pageRoutes } from './page-routes.ts'
import { forgetOld } from './queries.ts'
import { readerRoutes } from './reader-routes.ts'

const FORGET_EVERY_MS = 3_600_000

/**
 * A local gateway that speaks Tranzila's protocol: handshakes, payment page, notifies, credits, report.
 * Everything is kept in PostgreSQL, so any process may serve any step, and a late notify outlives a restart.
 */
export const tranzilaSimulator = async (app: FastifyInstance, options: SandboxOptions): Promise<void> => {
  await app.register(
    async (site) => {
      if (!site.hasContentTypeParser('application/x-www-form-urlencoded')) await site.register(formbody)
      assetRoutes(site)
      apiRoutes(site, options)
      pageRoutes(site, options)
      readerRoutes(site, options)
    },
    { prefix: options.prefix },
  )
  if (options.pollMs > 0) keepTelling(app, options)
}

/** Looks for notifies that have come due; one look at a time, and the last one is waited for at the end. */
const keepTelling = (app: FastifyInstance, options: SandboxOptions): void => {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  let forgotten = 0
  const look = async (): Promise<void> => {
    if (busy) return
    busy = true
    try {
      await deliverDue(options)
      if (options.now().getTime() - forgotten > FORGET_EVERY_MS) {
        forgotten = options.now().getTime()
        await forgetOld(options.db, options.now())
      }
    } catch (error) {
      app.log.warn({ err: error }, 'the payment simulator could not look for its notifies')
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => (running = look()), options.pollMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
