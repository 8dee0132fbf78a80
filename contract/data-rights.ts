import { TICKET_STATES } from '@kartis/domain/order.ts'
import { z } from 'zod'
import { data, endpoint, instant, listQuery, page, shekels, uuid } from './endpoint.ts'
import { orderStatus } from './orders.ts'
import { line, lineOrNumber } from './text.ts'

const tag = 'data rights'

/** A phone in any spelling, or an e-mail address, whole: nobody is found by a part of it. */
const contact = line(254).min(1, { error: 'required' })

/** How much data is stored about a person. */
export const heldCounts = z
  .object({
    orders: z.int(),
    tickets: z.int(),
    /** Of other people's orders, which the person was given; entries of before have none. */
    held_tickets: z.int().default(0),
    /** Valid, of events that are not over, not yet used; held ones too. */
    upcoming_tickets: z.int(),
    answers: z.int(),
    files: z.int(),
    invitations: z.int(),
    /** Orders with consent to marketing. */
    consents: z.int(),
    messages: z.int(),
  })
  .meta({ id: 'HeldCounts' })
export type HeldCounts = z.infer<typeof heldCounts>

export const heldData = z
  .object({
    counts: heldCounts,
    names: z.array(z.string()),
    phones: z.array(z.string()),
    emails: z.array(z.string()),
    orders: z.array(
      z.object({
        uuid,
        number: z.string(),
        event_name: z.string(),
        starts_at: instant,
        status: orderStatus,
        total_amount: shekels,
        tickets_count: z.int(),
        upcoming_tickets: z.int(),
        created_at: instant,
      }),
    ),
    /** Tickets that other people bought and transferred to the person. */
    held_tickets: z.array(
      z.object({
        number: z.string(),
        /** Of its type. */
        name: z.string(),
        event_name: z.string(),
        starts_at: instant,
        status: z.enum(TICKET_STATES),
        held_since: instant,
      }),
    ),
  })
  .meta({ id: 'HeldData' })
export type HeldData = z.infer<typeof heldData>

export const findPerson = endpoint({
  method: 'POST',
  path: '/v1/account/data_rights/search',
  access: { permission: 'data_rights.use' },
  tag,
  summary: 'What the workspace holds of a person. A body, not a query, so that no address keeps a phone.',
  body: z.strictObject({ contact }),
  reply: data(heldData),
  idempotent: false,
})

export const exportPerson = endpoint({
  method: 'POST',
  path: '/v1/account/data_rights/export',
  access: { permission: 'data_rights.use' },
  tag,
  summary: 'All of it as a JSON file for the person, written while it is read.',
  logged: 'export',
  body: z.strictObject({ contact }),
  replyType: 'json',
  reply: z.unknown(),
  refusals: ['not_found'],
})

const input = {
  /** Must be true if the person has unused tickets: they stay valid, but their holder cannot be notified of changes. */
  confirm_upcoming: z.boolean().default(false),
}

export const erasePerson = endpoint({
  method: 'POST',
  path: '/v1/account/data_rights/erase',
  access: { permission: 'data_rights.use', fresh: true },
  tag,
  summary:
    'Make the person’s orders, invitations, answers, files and messages anonymous. Money, VAT and the states of tickets stay. With a fresh proof of who calls.',
  body: z.strictObject({ contact, ...input }),
  reply: data(heldCounts),
  refusals: ['not_found', 'person_has_tickets'],
})

export const listDataRights = endpoint({
  method: 'GET',
  path: '/v1/account/data_rights/log',
  access: { permission: 'data_rights.use' },
  tag,
  summary: 'Who exported or erased data and when; not whose.',
  query: listQuery({}),
  reply: page(
    z.object({
      uuid,
      kind: z.enum(['export', 'erase']),
      by: z.string().nullable(),
      counts: heldCounts,
      at: instant,
    }),
  ),
})

export const exportMe = endpoint({
  method: 'GET',
  path: '/v1/account/users/me/export',
  access: 'user',
  tag,
  summary: 'Everything that is held of the signed-in person, over all workspaces, as a JSON file.',
  replyType: 'json',
  reply: z.unknown(),
})

export const eraseMe = endpoint({
  method: 'POST',
  path: '/v1/account/users/me/erase',
  access: 'user',
  tag,
  summary:
    'Erase the signed-in person: profile, sessions, places in teams; his orders become anonymous everywhere. Asks for a fresh code: method_id and code of POST /v1/login.',
  body: z.strictObject({ method_id: z.string(), code: lineOrNumber(12), ...input }),
  reply: data(heldCounts),
  refusals: ['person_has_tickets', 'last_manager', 'code_wrong', 'code_expired', 'code_burned'],
})
