import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { apiRoutes } from './api-routes.ts'
import { assetRoutes } from './assets.ts'
import { deliverDue } from './notify.ts'
import type { SandboxOptions } from './options.ts'
import { pageRoutes } from './page-routes.ts'
import { deleteOld } from './queries.ts'
import { readerRoutes } from './reader-routes.ts'

const CLEANUP_EVERY_MS = 3_600_000

/**
 * A local gateway that speaks Tranzila's protocol: handshakes, payment page, notifies, credits, report.
 * Its state is in PostgreSQL, so any process may serve any step, and a late notify survives a restart.
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
  if (options.pollMs > 0) pollNotifies(app, options)
}

/** Polls for due notifies, one poll at a time; closing waits for the last one. */
const pollNotifies = (app: FastifyInstance, options: SandboxOptions): void => {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  let cleanedAt = 0
  const poll = async (): Promise<void> => {
    if (busy) return
    busy = true
    try {
      await deliverDue(options)
      if (options.now().getTime() - cleanedAt > CLEANUP_EVERY_MS) {
        cleanedAt = options.now().getTime()
        await deleteOld(options.db, options.now())
      }
    } catch (error) {
      app.log.warn({ err: error }, 'delivery of simulated notifies failed')
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => (running = poll()), options.pollMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
