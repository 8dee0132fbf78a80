import type { Ticket } from '@kartis/contract/tickets.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import type { Platform } from '../../../platform/platform.ts'
import { ticketCode, type TicketCodes } from './ticket-code.ts'
import type { TicketRow } from './tickets-queries.ts'

/**
 * A ticket as people at the entrance see it: without its price, and without its code, from which whoever has it can print
 * the ticket. `orderNumber` is the number of its order.
 */
export const viewTicketAtGate = (row: TicketRow, orderNumber: string): Omit<Ticket, 'code' | 'price'> => ({
  uuid: row.id,
  number: ticketNumber(orderNumber, row.position),
  name: row.name,
  events_ticket_uuid: row.ticket_type_id,
  status: row.status,
  redemption: row.redeemed_at ? 'redeemed' : 'pending',
  redeemed_at: row.redeemed_at?.toISOString() ?? null,
  ...(row.seat && { seat: row.seat }),
})

/** A ticket as replies show it; `orderNumber` is the number of its order. `codes`: those of many tickets, signed before. */
export const viewTicket = (
  platform: Pick<Platform, 'keys'>,
  row: TicketRow,
  orderNumber: string,
  codes?: TicketCodes,
): Ticket => ({
  ...viewTicketAtGate(row, orderNumber),
  code: codes?.get(row.id) ?? ticketCode(platform.keys, row),
  price: toShekels(row.price),
})
