import * as contract from '@kartis/contract/payments.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { offsetOf, viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { PaymentsContext } from './payments-context.ts'
import type { ReceiveWebhook } from './receive-webhook.ts'
import { terminalHandshake } from './terminal-handshake.ts'

export const routes = (app: App, context: PaymentsContext, receiveWebhook: ReceiveWebhook): void => {
  route(app, contract.listTerminals, async ({ query, actor, platform }) => {
    const terminals = await context.terminals.listFor(platform.db, actor.account.id)
    const items = terminals.map(({ name }, index) => ({ key: name, name, is_default: index === 0 }))
    return viewPage(items.slice(offsetOf(query)), items.length, query)
  })

  route(
    app,
    contract.notify,
    async ({ params, body, now }) =>
      (await receiveWebhook(params.provider, body, now)) ?? { data: { received: true as const } },
  )

  route(app, contract.terminalHandshake, async ({ params, query, actor }) => {
    const handshake = await terminalHandshake(context, actor.account.id, {
      key: params.key,
      totalAmount: query.total_amount,
      orderUuid: query.order_uuid,
    })
    if (isRefusal(handshake)) return handshake
    return { data: { ...handshake, currency: 'ILS' as const, expires_at: handshake.expires_at.toISOString() } }
  })
}
