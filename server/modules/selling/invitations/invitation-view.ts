import type { Invitation } from '@kartis/contract/invitations.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readItemRows } from '../order-management/index.ts'
import { ticketCodes, type TicketRow, viewTicket } from '../ticketing/index.ts'
import { type InvitationRow, isRevoked } from './invitations-queries.ts'

/** Over the valid tickets; of a revoked invitation, over those that were valid. */
const redemptionOf = (tickets: readonly TicketRow[]): Invitation['redemption'] => {
  const redeemed = tickets.filter((ticket) => ticket.redeemed_at !== null).length
  if (redeemed === 0) return 'pending'
  return redeemed < tickets.length ? 'partly' : 'redeemed'
}

/** Invitations with their items and redemption; `withTickets` adds the codes. */
export const viewInvitations = async (
  platform: Platform,
  rows: readonly InvitationRow[],
  withTickets = false,
): Promise<Invitation[]> => {
  const keys = rows.map((row) => ({ eventId: row.event_id, orderId: row.order_id }))
  const { tickets, lines } = await readItemRows(platform.db, keys)
  const codes = withTickets ? await ticketCodes(platform.keys, tickets) : undefined
  const ticketsOf = Map.groupBy(tickets, (ticket) => ticket.order_id)
  const linesOf = Map.groupBy(lines, (line) => line.order_id)
  return rows.map((row) => {
    const all = ticketsOf.get(row.order_id) ?? []
    const valid = all.filter((ticket) => ticket.status === 'valid')
    const counted = isRevoked(row) ? all : valid
    return {
      uuid: row.id,
      order_uuid: row.order_id,
      order_number: row.order_number,
      recipient: { name: row.recipient_name, phone: nationalPhone(row.phone) },
      tickets_count: counted.length,
      redeemed_count: counted.filter((ticket) => ticket.redeemed_at !== null).length,
      items: (linesOf.get(row.order_id) ?? []).map((line) => ({
        events_ticket_uuid: line.ticket_type_id,
        name: line.name,
        quantity: line.quantity,
      })),
      status: isRevoked(row) ? ('revoked' as const) : ('sent' as const),
      redemption: redemptionOf(counted),
      created_at: row.created_at.toISOString(),
      ...(withTickets && { tickets: all.map((ticket) => viewTicket(platform, ticket, row.order_number, codes)) }),
    }
  })
}
