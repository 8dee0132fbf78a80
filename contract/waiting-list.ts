import { z } from 'zod'
import { phoneProof } from './auth.ts'
import { byUuid, data, endpoint, exportOf, instant, listQuery, page, uuid } from './endpoint.ts'
import { line } from './text.ts'

const tag = 'waiting list'

/** `sold_out`: tell me when tickets come free. `sale_opens`: tell me when the sale opens. */
export const waitingListKind = z.enum(['sold_out', 'sale_opens'])

export const joinWaitingList = endpoint({
  method: 'POST',
  path: '/v1/public/events/:uuid/waiting-list',
  access: 'public',
  tag,
  summary:
    'Ask for an SMS: when tickets of a sold-out event come free, or when the sale opens. One entry for each phone; again changes its quantity.',
  params: byUuid,
  body: z.strictObject({
    kind: waitingListKind,
    phone: line(32),
    phone_country_code: line(6).optional(),
    quantity: z.int().min(1).max(20).default(1),
    /** The person agreed to get these messages; nothing is sent without it. */
    consent: z.literal(true),
    /** A code that `POST /v1/login` sent to the phone, unless the caller is signed in with it. */
    phone_proof: phoneProof.optional(),
  }),
  reply: data(z.object({ uuid, kind: waitingListKind, quantity: z.int(), token: z.string() })),
  status: 201,
  refusals: ['conflict', 'phone_unverified', 'code_wrong', 'code_expired', 'code_burned'],
})

export const leaveWaitingList = endpoint({
  method: 'POST',
  path: '/v1/public/events/:uuid/waiting-list/leave',
  access: 'public',
  tag,
  summary: 'Delete an own entry; a token that names none changes nothing.',
  params: byUuid,
  body: z.strictObject({ uuid, token: line(200) }),
  reply: data(z.object({ done: z.literal(true) })),
})

/** An entry of the signed-in phone. */
export const ownEntry = z
  .object({
    uuid,
    kind: waitingListKind,
    phone: z.string(),
    quantity: z.int(),
    event: z.object({ uuid, slug: z.string(), name: z.string(), starts_at: instant, timezone: z.string() }),
    created_at: instant,
    /** When the SMS was sent; null before. */
    notified_at: instant.nullable(),
  })
  .meta({ id: 'OwnWaitingListEntry' })
export type OwnEntry = z.infer<typeof ownEntry>

export const listOwnEntries = endpoint({
  method: 'GET',
  path: '/v1/customer/waiting-list',
  access: 'user',
  tag: 'customer',
  summary: 'Waiting lists and reminders that the signed-in phone asked for, of events to come; the newest first.',
  query: listQuery({ filter: { event_uuid: uuid.optional() } }),
  reply: page(ownEntry),
})

export const exportOwnEntries = exportOf(listOwnEntries)

export const deleteOwnEntry = endpoint({
  method: 'DELETE',
  path: '/v1/customer/waiting-list/:uuid',
  access: 'user',
  tag: 'customer',
  summary: 'Leave a waiting list that the signed-in phone is on.',
  params: byUuid,
  reply: data(z.object({ done: z.literal(true) })),
})

export const waitingListEntry = z
  .object({
    uuid,
    kind: waitingListKind,
    phone: z.string(),
    quantity: z.int(),
    created_at: instant,
    /** When the SMS was sent; null before. */
    notified_at: instant.nullable(),
  })
  .meta({ id: 'WaitingListEntry' })
export type WaitingListEntry = z.infer<typeof waitingListEntry>

export const listWaitingList = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/waiting-list',
  access: { permission: 'order.list', of: 'event' },
  tag,
  summary: 'People who asked for a notification, the earliest first.',
  params: byUuid,
  query: listQuery({ filter: { kind: waitingListKind.optional() } }),
  reply: page(waitingListEntry),
})

export const exportWaitingList = exportOf(listWaitingList, { permission: 'order.export', of: 'event' })
