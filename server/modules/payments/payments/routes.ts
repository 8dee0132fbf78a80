import * as own from '@kartis/contract/payment-terminals.ts'
import * as contract from '@kartis/contract/payments.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import { offsetOf, viewPage } from '../../../platform/http/listing.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { unstorable } from '../../../platform/http/validation-reasons.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { addOwnTerminal, changeOwnTerminal, listOwnTerminals, testOwnTerminal } from './own-terminals.ts'
import type { PaymentsContext } from './payments-context.ts'
import type { ReceiveWebhook } from './receive-webhook.ts'
import type { TerminalRow } from './terminals-queries.ts'
import { terminalBy, terminalHandshake } from './terminal-handshake.ts'

const viewTerminal = ({ id, name }: TerminalRow, index: number): contract.Terminal => ({
  uuid: id,
  key: name,
  name,
  is_default: index === 0,
})

/** The object of a JSON text; undefined for any other text, which is about no payment. */
const objectIn = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** The terminals that producers keep themselves. */
export const ownTerminalRoutes = (app: App, context: PaymentsContext): void => {
  const { platform } = context

  route(app, own.listPaymentTerminals, async ({ actor, now }) => ({
    data: await listOwnTerminals(platform, actor.account.id, now),
  }))

  route(app, own.addPaymentTerminal, async ({ actor, body, request, now }) => {
    const by = { accountId: actor.account.id, userId: actor.user.id, network: request.network, now }
    const added = await addOwnTerminal(context, by, body)
    return isRefusal(added) ? added : { data: added }
  })

  route(app, own.changePaymentTerminal, async ({ actor, params, body, request, now }) => {
    const by = { accountId: actor.account.id, userId: actor.user.id, network: request.network, now }
    const changed = await changeOwnTerminal(context, by, params.uuid, body)
    return isRefusal(changed) ? changed : { data: changed }
  })

  route(app, own.testPaymentTerminal, async ({ actor, params, now }) => {
    const tested = await testOwnTerminal(context, { accountId: actor.account.id, now }, params.uuid)
    return isRefusal(tested) ? tested : { data: tested }
  })
}

export const routes = (app: App, context: PaymentsContext, receiveWebhook: ReceiveWebhook): void => {
  const { platform } = context
  listRoutes(
    app,
    { list: contract.listTerminals, exported: contract.exportTerminals },
    async ({ query, actor }, db) => {
      const all = await context.terminals.listFor(db, actor.account.id)
      const from = offsetOf(query)
      return viewPage(all.map(viewTerminal).slice(from, from + query.per_page), all.length, query)
    },
    {
      title: (t) => t('export:terminals'),
      columns: (t): ColumnOf<contract.Terminal>[] => [
        { title: t('export:column.name'), kind: 'text', width: 28, cell: (row) => row.name },
        {
          title: t('export:column.is_default'),
          kind: 'text',
          width: 12,
          cell: (row) => (row.is_default ? t('export:yes') : t('export:no')),
        },
      ],
    },
  )
  statusCaseRoute(app, contract.terminalStatusCases, 'entity', ['active'])

  route(app, contract.showTerminal, async ({ params, actor }) => {
    const all = await context.terminals.listFor(platform.db, actor.account.id)
    const found = terminalBy(all, params.key)
    return found ? { data: viewTerminal(found, all.indexOf(found)) } : refuse('not_found')
  })

  route(
    app,
    contract.notify,
    async ({ params, request, now }) => {
      const raw = typeof request.body === 'string' ? request.body : ''
      const body = typeof request.body === 'string' ? objectIn(raw) : request.body
      const fields = unstorable(body)
      if (Object.keys(fields).length > 0) return refuse('validation', { fields })
      const received = { body, source: { headers: request.headers, raw } }
      return (await receiveWebhook(params.provider, received, now)) ?? { data: { received: true as const } }
    },
    // A signature is made of the body as it arrived.
    { readsBody: true, takesForms: true },
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
