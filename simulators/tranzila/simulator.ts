import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { assetRoutes } from '../gateway/assets.ts'
import { pollNotifies } from '../gateway/poll.ts'
import { apiRoutes } from './api-routes.ts'
import type { TranzilaOptions } from './options.ts'
import { pageRoutes } from './page-routes.ts'
import { deleteOld } from './queries.ts'
import { readerRoutes } from './reader-routes.ts'

/**
 * A local gateway that speaks Tranzila's protocol: handshakes, payment page, notifies, credits, report.
 * Its state is in PostgreSQL, so any process may serve any step, and a late notify survives a restart.
 */
export const tranzilaSimulator = async (app: FastifyInstance, options: TranzilaOptions): Promise<void> => {
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
  pollNotifies(app, options, (dayAgo) => deleteOld(options.db, dayAgo))
}
