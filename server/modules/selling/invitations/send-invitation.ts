import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { sendInvitation as contract } from '@kartis/contract/invitations.ts'
import { invitationReasons } from '@kartis/domain/invitation.ts'
import { parsePhone } from '@kartis/domain/phone.ts'
import { type FieldReasons, hasReasons } from '@kartis/domain/reason.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { seatItemsOf } from '@kartis/domain/seat-items.ts'
import { tidy } from '@kartis/domain/text.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { typeRowsOf } from '../../catalogue/ticket-types/index.ts'
import { insertInvitation } from './invitations-queries.ts'
import { issueInvitation } from './issue-invitation.ts'

type Body = BodyOf<typeof contract>

interface Line {
  readonly ticket_type_id: string
  readonly name: string
  readonly quantity: number
}

/** One line for each ticket type, in the order of their first item; or reasons for items whose type is not the event's. */
const linesOf = async (platform: Platform, event: EventRow, items: Body['items']): Promise<Line[] | FieldReasons> => {
  const names = new Map((await typeRowsOf(platform.db, [event.id])).map((type) => [type.id, type.name]))
  const unknown = items.flatMap((item, place) =>
    names.has(item.events_ticket_uuid.toLowerCase()) ? [] : [`items.${place}.events_ticket_uuid`],
  )
  if (unknown.length > 0) return Object.fromEntries(unknown.map((field) => [field, ['unknown_ticket_type' as const]]))
  const quantities = new Map<string, number>()
  for (const { events_ticket_uuid, quantity } of items) {
    const id = events_ticket_uuid.toLowerCase()
    quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  }
  return [...quantities].map(([id, quantity]) => ({ ticket_type_id: id, name: names.get(id) ?? '', quantity }))
}

export interface Sender {
  readonly user: Pick<UserActor, 'id' | 'network'>
  readonly lang: string
}

/**
 * Gives free tickets to one person; the link is sent by SMS. Stock, tickets and invitation are one transaction. Returns the
 * uuid of the invitation. `validation`, `conflict` for an archived event, `sold_out`; `too_many_requests` as a
 * `RefusalError`, which undoes everything.
 */
export const sendInvitation = async (
  platform: Platform,
  event: EventRow,
  body: Body,
  sender: Sender,
  now: Date,
): Promise<string | Refusal> => {
  const reasons = invitationReasons(body)
  if (hasReasons(reasons)) return refuse('validation', { fields: reasons })
  if (event.status === 'archived') return refuse('conflict', { detail: { status: event.status } })
  const phone = parsePhone('972', body.recipient.phone)
  if (!phone.ok) return refuse('validation', { fields: { 'recipient.phone': [phone.reason] } })
  const lines = await linesOf(platform, event, body.items)
  if (!Array.isArray(lines)) return refuse('validation', { fields: lines })
  const recipient = { name: tidy(body.recipient.name), phone: phone.e164 }
  return inTransaction(platform.db, async (tx) => {
    const gift = {
      eventId: event.id,
      accountId: event.account_id,
      lines,
      seatItems: seatItemsOf(body.items),
      isSeated: event.kind === 'seats',
      recipient,
      lang: sender.lang,
      userId: sender.user.id,
    }
    const order = await issueInvitation(platform, tx, gift, now)
    if (isRefusal(order)) return order
    const id = platform.newId()
    await insertInvitation(tx, {
      event_id: event.id,
      id,
      order_id: order.id,
      account_id: event.account_id,
      recipient_name: recipient.name,
      phone: recipient.phone,
      sent_by: sender.user.id,
      created_at: now,
    })
    const member = { userId: sender.user.id, network: sender.user.network }
    const message = { channel: 'sms' as const, to: phone.e164, accountId: event.account_id, cause: { member } }
    await platform.notifications.takeBudget(tx, [message])
    return id
  })
}
