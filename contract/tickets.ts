import { EVENT_STATES } from '@kartis/domain/event.ts'
import { REDEMPTION_STATES, TICKET_STATES } from '@kartis/domain/order.ts'
import { SALE_STATES, TICKET_TYPES } from '@kartis/domain/ticket-type.ts'
import { z } from 'zod'
import {
  byUuid,
  data,
  endpoint,
  exportOf,
  instant,
  listQuery,
  page,
  shekels,
  showQuery,
  statusCasesAt,
  uuid,
} from './endpoint.ts'
import { textsWith } from './localized-text.ts'
import { line, paragraph } from './text.ts'

const tag = 'ticket types'

export const saleState = z.enum(SALE_STATES)

const ticketName = line(120)
const ticketInfo = paragraph(500)
/** The name and the information in English and Arabic. */
const ticketTexts = textsWith({ name: ticketName, info: ticketInfo })

/** An event as a relation of something else. */
export const eventBrief = z
  .object({
    uuid,
    name: z.string(),
    starts_at: instant,
    ends_at: instant,
    timezone: z.string(),
    status: z.enum(EVENT_STATES),
  })
  .meta({ id: 'EventBrief' })
export type EventBrief = z.infer<typeof eventBrief>

export const ticketType = z
  .object({
    uuid,
    event_uuid: uuid,
    name: z.string(),
    info: z.string(),
    type: z.enum(TICKET_TYPES),
    /** As its producer set it. */
    price: shekels,
    /** What is added to it where buyers bear the service fee; 0 where the producer does. */
    service_fee: shekels,
    /** What buyers see and pay: `price` and `service_fee`. */
    buyer_price: shekels,
    purchase_limit: z.int().nullable(),
    /** The number offered. */
    sum_total_available: z.int(),
    sold: z.int(),
    held: z.int(),
    left: z.int(),
    sale_starts_at: instant.nullable(),
    sale_ends_at: instant.nullable(),
    sale_state: saleState,
    position: z.int(),
    texts: ticketTexts,
    created_at: instant,
    can: z.object({ edit: z.boolean(), delete: z.boolean() }),
    event: eventBrief.nullable().optional(),
  })
  .meta({ id: 'EventsTicket' })
export type TicketType = z.infer<typeof ticketType>

const fields = {
  name: ticketName,
  info: ticketInfo,
  texts: ticketTexts,
  type: z.enum(TICKET_TYPES),
  price: shekels.min(0, { error: 'negative' }).max(100_000, { error: 'too_big' }),
  purchase_limit: z.int().min(1).max(1000).nullable(),
  sum_total_available: z.int().min(0).max(1_000_000),
  sale_starts_at: instant.nullable(),
  sale_ends_at: instant.nullable(),
}

export const listTicketTypes = endpoint({
  method: 'GET',
  path: '/v1/producer/events_tickets',
  aliases: ['/v1/events_tickets'],
  access: { permission: 'ticket_type.list', of: 'list' },
  tag,
  summary: 'Ticket types, in the order of the sale page.',
  query: listQuery({
    with: ['event'],
    filter: { event_uuid: uuid.optional(), type: z.enum(TICKET_TYPES).optional() },
    sort: ['position', 'name', 'price'],
    or: ['name'],
  }),
  reply: page(ticketType),
})

export const exportTicketTypes = exportOf(listTicketTypes)

export const createTicketType = endpoint({
  method: 'POST',
  path: '/v1/producer/events_tickets',
  aliases: ['/v1/events_tickets'],
  access: { permission: 'ticket_type.edit', of: 'body' },
  tag,
  summary: 'Add a ticket type to an event.',
  body: z.strictObject({
    event_uuid: uuid,
    name: fields.name,
    info: fields.info.default(''),
    texts: fields.texts.optional(),
    type: fields.type.default('regular'),
    price: fields.price,
    purchase_limit: fields.purchase_limit.optional(),
    sum_total_available: fields.sum_total_available,
    sale_starts_at: fields.sale_starts_at.optional(),
    sale_ends_at: fields.sale_ends_at.optional(),
  }),
  reply: data(ticketType),
  status: 201,
})

export const showTicketType = endpoint({
  method: 'GET',
  path: '/v1/producer/events_tickets/:uuid',
  aliases: ['/v1/events_tickets/:uuid'],
  access: { permission: 'ticket_type.list', of: 'ticket_type' },
  tag,
  summary: 'One ticket type.',
  params: byUuid,
  query: showQuery({ with: ['event'] }),
  reply: data(ticketType),
})

export const updateTicketType = endpoint({
  method: 'PATCH',
  path: '/v1/producer/events_tickets/:uuid',
  aliases: ['/v1/events_tickets/:uuid'],
  access: { permission: 'ticket_type.edit', of: 'ticket_type' },
  tag,
  summary: 'Change a ticket type. The quantity cannot go below what is sold and held; the price of sold tickets stays.',
  params: byUuid,
  body: z.strictObject({ ...fields, position: z.int().min(0).max(1000) }).partial(),
  reply: data(ticketType),
  refusals: ['quantity_below_sold'],
})

export const deleteTicketType = endpoint({
  method: 'DELETE',
  path: '/v1/producer/events_tickets/:uuid',
  aliases: ['/v1/events_tickets/:uuid'],
  access: { permission: 'ticket_type.edit', of: 'ticket_type' },
  tag,
  summary: 'Remove a ticket type that never sold.',
  params: byUuid,
  reply: data(z.object({ done: z.literal(true) })),
  refusals: ['ticket_type_has_sales'],
})

export const orderTicketTypes = endpoint({
  method: 'POST',
  path: '/v1/producer/events_tickets/order',
  access: { permission: 'ticket_type.edit', of: 'body' },
  tag,
  summary: 'Set the order of the ticket types on the sale page.',
  body: z.strictObject({ event_uuid: uuid, uuids: z.array(uuid).max(200) }),
  reply: data(z.array(ticketType)),
})

/** A seat as people read it; `floor` of a hall with several, `gate` where the section has one. Floor and section are in the language of the caller. */
export const ticketSeat = z.object({
  uuid,
  floor: z.string().optional(),
  section: z.string(),
  row: z.string(),
  number: z.string(),
  gate: z.string().optional(),
})

/** One admission, as its holder or its producer sees it. */
export const ticket = z
  .object({
    uuid,
    /** What its QR holds: signed, so that a phone can check it without a network. */
    code: z.string(),
    /** What people read on it and type: the order's number, a hyphen and the place in the order (`101081-2`). */
    number: z.string(),
    name: z.string(),
    events_ticket_uuid: uuid,
    price: shekels,
    status: z.enum(TICKET_STATES),
    redemption: z.enum(REDEMPTION_STATES),
    redeemed_at: instant.nullable(),
    /** Where its place is numbered. */
    seat: ticketSeat.optional(),
    /** Where it enters, in replies to its holder, if the event has lanes. */
    lane: z.int().optional(),
  })
  .meta({ id: 'Ticket' })
export type Ticket = z.infer<typeof ticket>

/** A ticket that its buyer offers to another person, or that the other person has accepted. */
export const ticketTransfer = z
  .object({
    uuid,
    state: z.enum(['offered', 'accepted']),
    /** The page on which the other person accepts; null once it was accepted. */
    url: z.string().nullable(),
    /** Until when it may be accepted. */
    expires_at: instant,
    /** Who accepted, as this person wrote the name; null before that. */
    to: z.string().nullable(),
    accepted_at: instant.nullable(),
  })
  .meta({ id: 'TicketTransfer' })
export type TicketTransfer = z.infer<typeof ticketTransfer>

/**
 * A ticket with its own link, which shows this ticket only and can be sent to whoever comes with it. Of one that another person
 * has accepted, `code` and `url` are empty: they are that person's.
 */
export const buyerTicket = ticket
  .extend({
    url: z.string(),
    /** Whether it may be offered to another person now. */
    can_transfer: z.boolean(),
    transfer: ticketTransfer.optional(),
  })
  .meta({ id: 'BuyerTicket' })

/** A ticket of an order as its producer sees it. */
export const producerTicket = ticket
  .extend({
    /** Until when its buyer offers it to another person, where nobody has accepted. */
    offered_until: instant.optional(),
    /** Who holds it since its buyer transferred it; name and phone are null once that person is erased. */
    holder: z.object({ name: z.string().nullable(), phone: z.string().nullable(), since: instant }).optional(),
  })
  .meta({ id: 'ProducerTicket' })
export type ProducerTicket = z.infer<typeof producerTicket>

/** Of tickets and of their redemption. */
export const ticketStatusCases = statusCasesAt('/v1/producer/events_tickets/status_cases', tag, [
  '/v1/events_tickets/status_cases',
])
