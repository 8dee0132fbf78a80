import { z } from 'zod'
import { byUuid, data, endpoint, instant, listQuery, page, uuid } from './endpoint.ts'
import { seatChoice } from './seat-choice.ts'
import { ticket } from './tickets.ts'
import { line } from './text.ts'

const tag = 'invitations'

export const invitation = z
  .object({
    uuid,
    order_uuid: uuid,
    order_number: z.string(),
    recipient: z.object({ name: z.string(), phone: z.string() }),
    tickets_count: z.int(),
    redeemed_count: z.int(),
    items: z.array(z.object({ events_ticket_uuid: uuid, name: z.string(), quantity: z.int() })),
    status: z.enum(['sent', 'revoked']),
    redemption: z.enum(['pending', 'partly', 'redeemed']),
    created_at: instant,
    tickets: z.array(ticket).optional(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof invitation>

export const sentInvitation = invitation
  .extend({
    /** Invitations to the same event that this phone had before and that were not revoked: it may be a mistake. */
    earlier_invitations: z.int(),
  })
  .meta({ id: 'SentInvitation' })
export type SentInvitation = z.infer<typeof sentInvitation>

export const sendInvitation = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/invitations',
  access: { permission: 'invitation.send', of: 'event' },
  tag,
  summary:
    'Free tickets for one person, sent by SMS. They take from the stock; numbered seats are those of invitations and of everybody, the best there are unless named.',
  params: byUuid,
  body: z.strictObject({
    recipient: z.strictObject({ name: line(120), phone: line(32) }),
    items: z
      .array(z.strictObject({ events_ticket_uuid: uuid, quantity: z.int().min(1).max(500), ...seatChoice }))
      .min(1)
      .max(50),
  }),
  reply: data(sentInvitation),
  status: 201,
  refusals: ['sold_out', 'conflict', 'seat_taken', 'seats_required', 'new_account_limit'],
})

export const listInvitations = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/invitations',
  access: { permission: 'invitation.list', of: 'event' },
  tag,
  summary: 'Invitations of an event with their redemption.',
  params: byUuid,
  query: listQuery({
    sort: ['created_at'],
    filter: { status: z.enum(['sent', 'revoked']).optional() },
    or: ['name', 'phone', 'number'],
  }),
  reply: page(invitation),
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/invitations/:invitation_uuid/resend',
  access: { permission: 'invitation.send', of: 'event' },
  tag,
  summary: 'Send the same tickets again.',
  params: z.object({ uuid, invitation_uuid: uuid }),
  reply: data(invitation),
  refusals: ['order_state'],
})

export const revokeInvitation = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/invitations/:invitation_uuid/revoke',
  access: { permission: 'invitation.send', of: 'event' },
  tag,
  summary: 'Take the tickets back: they no longer enter and the stock returns.',
  params: z.object({ uuid, invitation_uuid: uuid }),
  reply: data(invitation),
  refusals: ['order_state'],
})
