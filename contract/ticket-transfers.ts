import { TRANSFER_REASONS } from '@kartis/domain/ticket-transfer.ts'
import { z } from 'zod'
import { phoneProof } from './auth.ts'
import { byUuid, data, endpoint, instant, uuid } from './endpoint.ts'
import { orderEvent } from './public-orders.ts'
import { ticketTransfer, ticketSeat } from './tickets.ts'
import { line } from './text.ts'

const tag = 'buying'

export const offerTicket = endpoint({
  method: 'POST',
  path: '/v1/public/orders/:uuid/transfers',
  access: 'order-token',
  tag,
  summary:
    'Offer a ticket of the order to another person. Its code stays valid until the other person has accepted; a ticket that is offered already keeps its offer. `transfer_closed` with `detail.reason`.',
  params: byUuid,
  body: z.strictObject({ ticket_uuid: uuid }),
  reply: data(ticketTransfer),
  status: 201,
  refusals: ['transfer_closed'],
})

export const withdrawTransfer = endpoint({
  method: 'DELETE',
  path: '/v1/public/orders/:uuid/transfers/:transfer_uuid',
  access: 'order-token',
  tag,
  summary: 'Take back an offer that nobody has accepted. `transfer_closed` once somebody has.',
  params: z.object({ uuid, transfer_uuid: uuid }),
  reply: data(z.object({ done: z.literal(true) })),
  refusals: ['transfer_closed'],
})

/** An offered ticket as the other person sees it: without its code, its order and the buyer's family name and contacts. */
export const receivedTransfer = z
  .object({
    uuid,
    /** `open`: it can be accepted; else why it cannot. */
    state: z.enum(['open', ...TRANSFER_REASONS]),
    /** The first name of the buyer; empty where there is none. */
    from: z.string(),
    event: orderEvent,
    ticket: z.object({ name: z.string(), seat: ticketSeat.optional() }),
    expires_at: instant,
    /** Whether mobile numbers of other countries are accepted. */
    foreign_phones: z.boolean(),
  })
  .meta({ id: 'ReceivedTransfer' })
export type ReceivedTransfer = z.infer<typeof receivedTransfer>

const token = z.string().max(200)

export const showTransfer = endpoint({
  method: 'GET',
  path: '/v1/public/ticket_transfers/:uuid',
  access: 'public',
  tag,
  summary: 'A ticket that is offered to whoever has this link.',
  params: byUuid,
  query: z.strictObject({ token }),
  reply: data(receivedTransfer),
})

export const acceptTransfer = endpoint({
  method: 'POST',
  path: '/v1/public/ticket_transfers/:uuid/accept',
  access: 'public',
  tag,
  summary:
    'Accept an offered ticket: its code of before is void, and `url` is its new own link. The phone is proved by a code of `POST /v1/login` or by the sign-in; the ticket counts against its limit. Cancellation and refunds stay with the buyer.',
  params: byUuid,
  body: z.strictObject({
    token,
    name: line(120),
    phone_country_code: line(6).optional(),
    phone: line(32),
    phone_proof: phoneProof.optional(),
  }),
  reply: data(z.object({ url: z.string() })),
  refusals: ['transfer_closed', 'phone_unverified', 'code_wrong', 'code_expired', 'code_burned', 'purchase_limit'],
})
