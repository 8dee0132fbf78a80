import type { TicketType } from '@kartis/contract/tickets.ts'

/** A ticket type and its chosen quantity. */
export interface InviteLine {
  readonly type: TicketType
  readonly quantity: number
}
