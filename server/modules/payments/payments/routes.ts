import * as contract from '@kartis/contract/payments.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { offsetOf, viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { settlementHandlerOf } from './settlement-handler.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { terminalHandshake } from './terminal-handshake.ts'

export const routes = (app: App): void => {
  route(app, contract.listTerminals, async ({ query, platform }) => {
    const { terminal } = settlementHandlerOf(platform)
    return viewPage([{ key: terminal, name: terminal, is_default: true }].slice(offsetOf(query)), 1, query)
  })

  route(
    app,
    contract.notify,
    async ({ params, body, now, platform }) =>
      (await receiveWebhook(platform, params.provider, body, now)) ?? { data: { received: true as const } },
  )

  route(app, contract.terminalHandshake, async ({ params, query, actor, platform }) => {
    const made = await terminalHandshake(platform, actor.account.id, {
      key: params.key,
      totalAmount: query.total_amount,
      orderUuid: query.order_uuid,
    })
    if (isRefusal(made)) return made
    return { data: { ...made, currency: 'ILS' as const, expires_at: made.expires_at.toISOString() } }
  })
}
