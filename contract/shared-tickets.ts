import { z } from 'zod'
import { language } from './auth.ts'
import { byUuid, data, endpoint, instant } from './endpoint.ts'
import { orderEvent } from './public-orders.ts'
import { ticket } from './tickets.ts'

const tag = 'buying'

export const resendBuyerOrder = endpoint({
  method: 'POST',
  path: '/v1/public/orders/:uuid/resend',
  access: 'order-token',
  tag,
  summary: 'Send the tickets again to the phone of the order, and by e-mail where there is one.',
  params: byUuid,
  reply: data(z.object({ sent_to: z.array(z.string()) })),
  refusals: ['order_state'],
})

export const showSentTickets = endpoint({
  method: 'GET',
  path: '/v1/public/orders/:uuid/messages',
  access: 'order-token',
  tag,
  summary:
    'How the tickets of the order were sent, or are about to be; none where a budget of messages is used up, or every attempt has failed.',
  params: byUuid,
  reply: data(z.object({ sent_by: z.array(z.enum(['sms', 'email'])) })),
})

/** One ticket for whoever has its own link: nothing of its order, its buyer or its price. */
export const sharedTicket = z
  .object({
    ticket: ticket.omit({ price: true }),
    /** Who accepted it of its buyer; null where it was only shown to somebody. */
    holder: z.string().nullable(),
    event: orderEvent,
    /** The start under which it was bought, where the event was postponed since; else null. */
    moved_from: instant.nullable(),
    doors_at: instant.nullable(),
    /** Gates where it enters; empty where the event lists none. */
    gates: z.array(z.string()),
  })
  .meta({ id: 'SharedTicket' })
export type SharedTicket = z.infer<typeof sharedTicket>

export const showSharedTicket = endpoint({
  method: 'GET',
  path: '/v1/public/tickets/:uuid',
  access: 'public',
  tag,
  summary: 'One ticket with its code, for whoever has its own link (`url` of the ticket in its order).',
  params: byUuid,
  query: z.strictObject({ token: z.string().max(200) }),
  reply: data(sharedTicket),
})

export const sharedTicketCalendar = endpoint({
  method: 'GET',
  path: '/v1/public/tickets/:uuid/calendar.ics',
  access: 'public',
  tag,
  summary: 'The event of a ticket as a calendar file with its seat and its own link, for whoever has that link.',
  params: byUuid,
  query: z.strictObject({ token: z.string().max(200), lang: language.optional() }),
  replyType: 'ics',
  reply: z.string(),
  refusals: ['order_state'],
})
