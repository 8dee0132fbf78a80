import * as contract from '@kartis/contract/payments.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { offsetOf, viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { deskOf } from './settlement-handler.ts'
import { takeWord } from './receive-webhook.ts'
import { terminalHandshake } from './terminal-handshake.ts'

export const routes = (app: App): void => {
  route(app, contract.listTerminals, async ({ query, kernel }) => {
    const { terminal } = deskOf(kernel)
    return viewPage([{ key: terminal, name: terminal, is_default: true }].slice(offsetOf(query)), 1, query)
  })

  route(
    app,
    contract.notify,
    async ({ params, body, now, kernel }) =>
      (await takeWord(kernel, params.provider, body, now)) ?? { data: { received: true as const } },
  )

  route(app, contract.terminalHandshake, async ({ params, query, actor, kernel }) => {
    const made = await terminalHandshake(kernel, actor.account.id, {
      key: params.key,
      totalAmount: query.total_amount,
      orderUuid: query.order_uuid,
    })
    if (isRefusal(made)) return made
    return { data: { ...made, currency: 'ILS' as const, expires_at: made.expires_at.toISOString() } }
  })
}
