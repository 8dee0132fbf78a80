import { BUYER_MESSAGE } from '@kartis/domain/buyer-message.ts'
import { z } from 'zod'
import { byUuid, data, endpoint, instant, listQuery, page, shekels, uuid } from './endpoint.ts'
import { line, paragraph } from './text.ts'

const tag = 'buyer messages'

export const messageAudience = z.enum(['all', 'ticket_type', 'not_entered'])
export type MessageAudience = z.infer<typeof messageAudience>

const recipients = {
  channel: z.enum(['sms', 'email']),
  audience: messageAudience,
  /** The ticket type of the audience `ticket_type`. */
  events_ticket_uuid: uuid.optional(),
}
/** `foreign_link` where an SMS links to another site than this installation's. */
const content = {
  /** Only of an e-mail. */
  subject: line(BUYER_MESSAGE.maxSubjectChars).optional(),
  text: paragraph(BUYER_MESSAGE.maxTextChars),
}

export const messagePreview = z
  .object({
    /** People with a valid ticket who have an address of this channel, each once. */
    recipients: z.int(),
    /** Holders of valid tickets without an address of this channel. */
    unreachable: z.int(),
    /** SMS parts that one person gets; 0 for an e-mail. A longer text costs more parts. */
    sms_parts: z.int(),
    /** SMS parts in all: what the SMS provider charges. */
    sms_parts_total: z.int(),
    /** What they cost at the SMS price of this installation; null where it has none, and for an e-mail. */
    cost: shekels.nullable(),
    /** The text as the first person gets it. */
    text: z.string(),
  })
  .meta({ id: 'BuyerMessagePreview' })
export type MessagePreview = z.infer<typeof messagePreview>

export const previewBuyerMessage = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/messages/preview',
  access: { permission: 'buyer_message.send', of: 'event' },
  tag,
  summary: 'How many people a message would reach and how many SMS parts it takes. Sends nothing.',
  params: byUuid,
  body: z.strictObject({ ...recipients, ...content }),
  reply: data(messagePreview),
})

export const buyerMessage = z
  .object({
    uuid,
    channel: recipients.channel,
    audience: messageAudience,
    ticket_type: z.string().nullable(),
    subject: z.string().nullable(),
    text: z.string(),
    /** People it is sent to. */
    recipients: z.int(),
    /** Of them, people whom it was not sent to: they paid nothing, and have had as many messages as one address may get. */
    not_sent: z.int(),
    sms_parts_total: z.int(),
    sent_by: z.string(),
    created_at: instant,
  })
  .meta({ id: 'BuyerMessage' })
export type BuyerMessage = z.infer<typeof buyerMessage>

export const sendBuyerMessage = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/messages',
  access: { permission: 'buyer_message.send', of: 'event' },
  tag,
  summary:
    'Send a service message about the event to the holders of its valid tickets. Marketing is not allowed here: it needs consent and a way out.',
  params: byUuid,
  body: z.strictObject({
    ...recipients,
    ...content,
    /** The sender confirms that it is about the event and no advertisement. */
    service: z.literal(true),
    /** What the preview showed: another number refuses with `conflict`, so that nobody sends to more people than seen. */
    recipients: z.int().min(1),
  }),
  reply: data(buyerMessage),
  status: 201,
  refusals: ['conflict'],
})

export const listBuyerMessages = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/messages',
  access: { permission: 'buyer_message.list', of: 'event' },
  tag,
  summary: 'Messages that were sent to the buyers of an event, the newest first.',
  params: byUuid,
  query: listQuery({}),
  reply: page(buyerMessage),
})
