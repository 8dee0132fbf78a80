import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { assetRoutes } from '../gateway/assets.ts'
import type { HostedGateway } from '../gateway/hosted-gateway.ts'
import { hostedPageRoutes } from '../gateway/hosted-page.ts'
import { pollNotifies } from '../gateway/poll.ts'
import { deleteOldPages } from '../gateway/transactions.ts'
import { apiRoutes } from './api-routes.ts'
import type { CardcomOptions } from './options.ts'
import { pageResult } from './views.ts'

export const cardcom: HostedGateway = {
  name: 'cardcom',
  webhook: (page, charge) => ({
    body: JSON.stringify(pageResult(page, charge)),
    headers: { 'content-type': 'application/json' },
  }),
  returnTo: (page, charge) => {
    const url = new URL(charge.response === '000' ? page.params.success : page.params.fail)
    url.searchParams.set('lowprofilecode', page.id)
    url.searchParams.set('ResponeCode', String(Number(charge.response)))
    return url.href
  },
}

/** A local gateway that speaks CardCom's API v11: low-profile pages, webhooks, results, refunds, lists. */
export const cardcomSimulator = async (app: FastifyInstance, options: CardcomOptions): Promise<void> => {
  await app.register(
    async (site) => {
      if (!site.hasContentTypeParser('application/x-www-form-urlencoded')) await site.register(formbody)
      assetRoutes(site)
      apiRoutes(site, options, cardcom)
      hostedPageRoutes(site, options, cardcom)
    },
    { prefix: options.prefix },
  )
  pollNotifies(app, options, (dayAgo) => deleteOldPages(options.db, dayAgo))
}
