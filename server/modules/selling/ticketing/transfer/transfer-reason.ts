import { isSold } from '@kartis/domain/order.ts'
import {
  reasonAgainstOffer,
  reasonAgainstTicket,
  type TransferEvent,
  type TransferReason,
  type TransferredTicket,
} from '@kartis/domain/ticket-transfer.ts'
import type { EventRow } from '../../../catalogue/events/index.ts'
import type { OrderRow } from '../../orders/index.ts'
import { hasEntered, type TicketRow } from '../tickets-queries.ts'
import type { TransferRow } from './transfers-queries.ts'

/** A ticket that may change hands, with what decides it. */
export interface OfferedTicket {
  readonly order: OrderRow
  readonly ticket: TicketRow
  readonly event: Pick<EventRow, 'status' | 'starts_at'>
}

const ticketOf = ({ order, ticket }: OfferedTicket): TransferredTicket => ({
  isSold: isSold(order.status),
  status: ticket.status,
  isRedeemed: hasEntered(ticket),
  revision: ticket.revision,
})

const eventOf = ({ event }: OfferedTicket): TransferEvent => ({ status: event.status, startsAt: event.starts_at })

/** Why a ticket cannot be offered now; undefined when nothing that happened to it or its event prevents it. */
export const reasonAgainstOffering = (about: OfferedTicket, now: Date): TransferReason | undefined =>
  reasonAgainstTicket(ticketOf(about), eventOf(about), now)

/** Why a transfer cannot be accepted now; undefined when it can. */
export const reasonAgainstAccepting = (
  { state, expires_at: expiresAt, revision }: TransferRow,
  about: OfferedTicket,
  now: Date,
): TransferReason | undefined =>
  reasonAgainstOffer({ state, expiresAt, revision }, ticketOf(about), eventOf(about), now)
