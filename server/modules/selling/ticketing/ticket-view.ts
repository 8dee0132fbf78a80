import type { Ticket } from '@kartis/contract/tickets.ts'
import { toShekels } from '@kartis/domain/money.ts'
import type { Kernel } from '../../../platform/platform.ts'
import { ticketCode } from './ticket-code.ts'
import type { TicketRow } from './tickets-queries.ts'

export const viewTicket = (kernel: Pick<Kernel, 'keys'>, row: TicketRow): Ticket => ({
  uuid: row.id,
  code: ticketCode(kernel.keys, row),
  name: row.name,
  events_ticket_uuid: row.ticket_type_id,
  price: toShekels(row.price),
  status: row.status,
  redemption: row.redeemed_at ? 'redeemed' : 'pending',
  redeemed_at: row.redeemed_at?.toISOString() ?? null,
})
