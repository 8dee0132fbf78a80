import { createHmac } from 'node:crypto'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { assetRoutes } from '../gateway/assets.ts'
import type { HostedGateway } from '../gateway/hosted-gateway.ts'
import { hostedPageRoutes } from '../gateway/hosted-page.ts'
import { pollNotifies } from '../gateway/poll.ts'
import { deleteOldPages } from '../gateway/transactions.ts'
import { apiRoutes } from './api-routes.ts'
import type { PayplusOptions } from './options.ts'
import { uidOf, webhookView } from './views.ts'

const hosted = (secretKey: string): HostedGateway => ({
  name: 'payplus',
  webhook: (page, charge) => {
    const body = JSON.stringify(webhookView(page, charge))
    const hash = createHmac('sha256', secretKey).update(body).digest('base64')
    return { body, headers: { 'content-type': 'application/json', 'user-agent': 'PayPlus', hash } }
  },
  returnTo: (page, charge) => {
    const url = new URL(charge.response === '000' ? page.params.success : page.params.fail)
    url.searchParams.set('page_request_uid', page.id)
    url.searchParams.set('transaction_uid', uidOf(charge.txn_index))
    url.searchParams.set('status_code', charge.response)
    return url.href
  },
})

/** A local gateway that speaks PayPlus's REST API: payment links, signed webhooks, results, refunds, history. */
export const payplusSimulator = async (app: FastifyInstance, options: PayplusOptions): Promise<void> => {
  const gateway = hosted(options.credentials.secretKey)
  await app.register(
    async (site) => {
      if (!site.hasContentTypeParser('application/x-www-form-urlencoded')) await site.register(formbody)
      assetRoutes(site)
      apiRoutes(site, options, gateway)
      hostedPageRoutes(site, options, gateway)
    },
    { prefix: options.prefix },
  )
  pollNotifies(app, options, (dayAgo) => deleteOldPages(options.db, dayAgo))
}
