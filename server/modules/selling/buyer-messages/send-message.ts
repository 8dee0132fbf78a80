import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { MessagePreview, previewBuyerMessage, sendBuyerMessage } from '@kartis/contract/buyer-messages.ts'
import { BUYER_MESSAGE, smsCost, smsParts } from '@kartis/domain/buyer-message.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { hasForeignLink } from '@kartis/domain/text.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { anyEventRow, type EventRow } from '../../catalogue/events/index.ts'
import { typeRowsOf } from '../../catalogue/ticket-types/index.ts'
import { eventNameIn } from '../orders/index.ts'
import {
  addOverBudget,
  type BuyerMessageRow,
  countSince,
  insertMessage,
  lockMessages,
  readMessage,
} from './messages-queries.ts'
import { type Audience, countRecipients, readRecipientsAfter } from './recipients-queries.ts'
import { buyerMessage, buyerSms } from './templates.ts'

type Preview = BodyOf<typeof previewBuyerMessage>
type Body = BodyOf<typeof sendBuyerMessage>

const JOB = 'orders.message_buyers'
/** Recipients whose messages are written in one transaction. */
const PAGE = 500
const DAY = 86_400_000

const audienceOf = (eventId: string, { channel, audience, events_ticket_uuid: type }: Preview): Audience => ({
  eventId,
  channel,
  ticketTypeId: audience === 'ticket_type' ? (type ?? null) : null,
  notEntered: audience === 'not_entered',
})

const hostOf = ({ settings }: Platform): string => new URL(settings.publicUrl).hostname

/** `validation` for an empty text, an SMS with a link to another site, an e-mail without a subject, and a ticket type that is not the event's. */
const refuseUnlessComplete = async (
  platform: Platform,
  eventId: string,
  { channel, audience, events_ticket_uuid: type, subject, text }: Preview,
): Promise<Refusal | undefined> => {
  if (text === '') return refuse('validation', { fields: { text: ['required'] } })
  if (channel === 'sms' && hasForeignLink(text, hostOf(platform)))
    return refuse('validation', { fields: { text: ['foreign_link'] } })
  if (channel === 'email' && !subject) return refuse('validation', { fields: { subject: ['required'] } })
  if (audience !== 'ticket_type') return undefined
  const types = await typeRowsOf(platform.db, [eventId])
  return types.some(({ id }) => id === type?.toLowerCase())
    ? undefined
    : refuse('validation', { fields: { events_ticket_uuid: ['unknown_ticket_type'] } })
}

const smsOf = (platform: Platform, event: EventRow, text: string): string =>
  buyerSms(eventNameIn(event, 'he'), text, hostOf(platform))

const partsOf = (platform: Platform, event: EventRow, { channel, text }: Preview, recipients: number) => {
  const parts = channel === 'sms' ? smsParts(smsOf(platform, event, text)) : 0
  return { sms_parts: parts, sms_parts_total: parts * recipients }
}

/** Recipients and SMS parts of a message that is not sent yet. `validation` as for sending. */
export const previewMessage = async (
  platform: Platform,
  event: EventRow,
  body: Preview,
): Promise<MessagePreview | Refusal> => {
  const refused = await refuseUnlessComplete(platform, event.id, body)
  if (refused) return refused
  const counts = await countRecipients(platform.db, audienceOf(event.id, body))
  const parts = partsOf(platform, event, body, counts.recipients)
  const { price } = platform.settings.messages.sms
  return {
    ...counts,
    ...parts,
    cost: body.channel === 'email' || price === undefined ? null : toShekels(smsCost(parts.sms_parts_total, price)),
    text: body.channel === 'sms' ? smsOf(platform, event, body.text) : body.text,
  }
}

/**
 * Records a service message and the job that sends it, in one transaction. Returns its uuid. `validation`; `conflict` where
 * another number of people would get it than the sender saw; `too_many_requests` beyond the day's messages of the event.
 */
export const sendMessage = async (
  platform: Platform,
  event: EventRow,
  body: Body,
  userId: string,
  now: Date,
): Promise<string | Refusal> => {
  const refused = await refuseUnlessComplete(platform, event.id, body)
  if (refused) return refused
  const audience = audienceOf(event.id, body)
  return inTransaction(platform.db, async (tx) => {
    await lockMessages(tx, event.id)
    if ((await countSince(tx, event.id, new Date(now.getTime() - DAY))) >= BUYER_MESSAGE.perDay)
      return refuse('too_many_requests', { detail: { per_day: BUYER_MESSAGE.perDay } })
    const { recipients } = await countRecipients(tx, audience)
    if (recipients !== body.recipients) return refuse('conflict', { detail: { recipients } })
    const id = platform.newId()
    await insertMessage(tx, {
      event_id: event.id,
      id,
      account_id: event.account_id,
      channel: body.channel,
      audience: body.audience,
      ticket_type_id: audience.ticketTypeId,
      subject: body.channel === 'email' ? (body.subject ?? null) : null,
      text: body.text,
      recipients,
      sms_parts_total: partsOf(platform, event, body, recipients).sms_parts_total,
      user_id: userId,
      created_at: now,
    })
    await platform.jobs.enqueue(tx, JOB, { eventId: event.id, messageId: id, after: '' } satisfies Page)
    return id
  })
}

interface Page {
  readonly eventId: string
  readonly messageId: string
  /** The last address of the page before. */
  readonly after: string
}

const audienceOfRow = (row: BuyerMessageRow): Audience => ({
  eventId: row.event_id,
  channel: row.channel,
  ticketTypeId: row.ticket_type_id,
  notEntered: row.audience === 'not_entered',
})

/** One page of recipients, and the job of the next one in the same transaction: nobody gets it twice or is left out. */
const sendPage = async (platform: Platform, tx: Tx, { eventId, messageId, after }: Page): Promise<void> => {
  const [row, event] = await Promise.all([readMessage(tx, eventId, messageId), anyEventRow(tx, eventId)])
  if (!row || !event) return
  const found = await readRecipientsAfter(tx, audienceOfRow(row), after, PAGE)
  const sent = await platform.notifications.sendMany(
    tx,
    found.map((recipient) => ({
      channel: row.channel,
      to: recipient.address,
      lang: recipient.lang,
      content: buyerMessage({
        event: eventNameIn(event, 'he'),
        startsAt: event.starts_at,
        timezone: event.timezone,
        subject: row.subject ?? '',
        text: row.text,
      }),
      unpaid: recipient.is_free ? { isToAll: true as const } : undefined,
      accountId: row.account_id,
      eventId,
      orderId: recipient.order_id ?? undefined,
    })),
  )
  const over = sent.filter((id) => id === undefined).length
  if (over > 0) await addOverBudget(tx, eventId, messageId, over)
  const last = found.at(-1)
  if (last && found.length === PAGE)
    await platform.jobs.enqueue(tx, JOB, { eventId, messageId, after: last.address } satisfies Page)
}

export const defineMessageJob = (platform: Platform): void => {
  platform.jobs.defineTransactional<Page>(JOB, (page, tx) => sendPage(platform, tx, page), { concurrency: 1 })
}
