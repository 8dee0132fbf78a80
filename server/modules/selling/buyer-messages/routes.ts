import * as contract from '@kartis/contract/buyer-messages.ts'
import { personName } from '@kartis/domain/person-name.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { type ListedMessage, listMessages } from './messages-queries.ts'
import { previewMessage, sendMessage } from './send-message.ts'

const viewMessage = (row: ListedMessage): contract.BuyerMessage => ({
  uuid: row.id,
  channel: row.channel,
  audience: row.audience,
  ticket_type: row.ticket_type,
  subject: row.subject,
  text: row.text,
  recipients: row.recipients,
  not_sent: row.over_budget,
  sms_parts_total: row.sms_parts_total,
  sent_by: personName(row) ?? '',
  created_at: row.created_at.toISOString(),
})

export const routes = (app: App): void => {
  route(app, contract.previewBuyerMessage, async ({ params, body, actor, platform }) => {
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const preview = await previewMessage(platform, event, body)
    return isRefusal(preview) ? preview : { data: preview }
  })

  route(app, contract.sendBuyerMessage, async ({ params, body, actor, now, platform }) => {
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const id = await sendMessage(platform, event, body, actor.user.id, now)
    if (isRefusal(id)) return id
    const { rows } = await listMessages(platform.db, event.id, { page: 1, per_page: 10 })
    const row = rows.find((each) => each.id === id)
    return row ? { data: viewMessage(row) } : refuse('not_found')
  })

  route(app, contract.listBuyerMessages, async ({ params, query, actor, platform }) => {
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const { rows, total } = await listMessages(platform.db, event.id, query)
    return viewPage(rows.map(viewMessage), total, query)
  })
}
