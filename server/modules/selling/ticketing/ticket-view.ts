import type { Ticket } from '@kartis/contract/tickets.ts'
import { toShekels } from '@kartis/domain/money.ts'
import type { Platform } from '../../../platform/platform.ts'
import { ticketCode } from './ticket-code.ts'
import type { TicketRow } from './tickets-queries.ts'

export const viewTicket = (platform: Pick<Platform, 'keys'>, row: TicketRow): Ticket => ({
  uuid: row.id,
  code: ticketCode(platform.keys, row),
  name: row.name,
  events_ticket_uuid: row.ticket_type_id,
  price: toShekels(row.price),
  status: row.status,
  redemption: row.redeemed_at ? 'redeemed' : 'pending',
  redeemed_at: row.redeemed_at?.toISOString() ?? null,
})
