import type { GateOrder } from '@kartis/contract/admission.ts'
import { GATE_SEARCH, readGateQuery } from '@kartis/domain/gate-search.ts'
import { phoneEnd } from '@kartis/domain/phone.ts'
import { isRefusal, type Refusal, refuseField } from '@kartis/domain/refusal.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import type { Platform } from '../../../platform/platform.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { rowLettersOf } from '../../catalogue/seating/index.ts'
import type { ScanEventData } from './domain-events.ts'
import { type GateOrderRow, type GateTicketRow, readGateOrders, readGateTickets } from './gate-queries.ts'

/** Searches of one person in a minute: typing needs some, copying the list of guests needs many more. */
const SEARCHES = { max: 60, seconds: 60 }

const viewTicket = (ticket: GateTicketRow, order: GateOrderRow): GateOrder['tickets'][number] => ({
  uuid: ticket.id,
  number: ticketNumber(order.number, ticket.position),
  name: ticket.name,
  events_ticket_uuid: ticket.ticket_type_id,
  status: ticket.status,
  redemption: ticket.redeemed_at ? 'redeemed' : 'pending',
  redeemed_at: ticket.redeemed_at?.toISOString() ?? null,
  gate: ticket.gate,
  ...(ticket.left_at && { left_at: ticket.left_at.toISOString() }),
  ...(ticket.seat && { seat: ticket.seat }),
  ...(ticket.is_held && {
    holder: ticket.holder_name,
    phone_end: ticket.holder_phone && phoneEnd(ticket.holder_phone),
  }),
})

export interface FoundOrders {
  readonly orders: GateOrder[]
  /** Others match too. */
  readonly more: boolean
}

/**
 * Finds orders of an event by name, phone, order or ticket number, those of a transferred ticket also by its holder. The log keeps who searched and whose orders were shown,
 * not what was typed. `validation` for a text too short to search for, `too_many_requests`.
 */
export const findAtGate = async (
  platform: Platform,
  event: EventRow,
  text: string,
  /** The person or the enrolled device. */
  searcher: string,
  now: Date,
): Promise<FoundOrders | Refusal> => {
  const letters = event.kind === 'seats' ? await rowLettersOf(platform.db, event.id) : undefined
  const query = readGateQuery(text, letters)
  if (!query) return refuseField('q', 'too_short')
  const refused = await limit(platform, `gate_search:${searcher}`, SEARCHES)
  if (isRefusal(refused)) return refused
  const found = await readGateOrders(platform.db, event.id, query)
  const shown = found.slice(0, GATE_SEARCH.orders)
  const tickets =
    shown.length === 0
      ? []
      : await readGateTickets(
          platform.db,
          event.id,
          shown.map(({ id }) => id),
        )
  const data: ScanEventData['check_in.searched'] = { by: query.by, orders: shown.map(({ id }) => id) }
  await platform.domainEvents.append(platform.db, [
    { type: 'check_in.searched', at: now, accountId: event.account_id, eventId: event.id, subject: searcher, data },
  ])
  return {
    orders: shown.map((order) => ({
      uuid: order.id,
      number: order.number,
      holder: order.buyer_name,
      phone_end: order.buyer_phone && phoneEnd(order.buyer_phone),
      tickets_count: order.tickets_count,
      entered_count: order.entered_count,
      tickets: tickets.filter((ticket) => ticket.order_id === order.id).map((ticket) => viewTicket(ticket, order)),
    })),
    more: found.length > shown.length,
  }
}
