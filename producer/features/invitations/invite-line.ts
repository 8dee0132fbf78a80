import type { TicketType } from '@kartis/contract/tickets.ts'

/** Some tickets of one type, as the counters stand. */
export interface InviteLine {
  readonly type: TicketType
  readonly quantity: number
}
