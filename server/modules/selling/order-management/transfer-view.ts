import type { ProducerTicket, TicketTransfer } from '@kartis/contract/tickets.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { offerStateAt } from '@kartis/domain/ticket-transfer.ts'
import type { Platform } from '../../../platform/platform.ts'
import { transferUrl } from '../orders/index.ts'
import { type OfferedTicket, reasonAgainstAccepting, type TicketRow, type TransferRow } from '../ticketing/index.ts'

/** A transfer as the buyer sees it: one that was accepted, or can be; undefined for one that has ended. */
export const viewTransfer = (
  platform: Platform,
  row: TransferRow,
  about: OfferedTicket,
  now: Date,
): TicketTransfer | undefined => {
  const isAccepted = row.state === 'accepted'
  if (!isAccepted && reasonAgainstAccepting(row, about, now)) return undefined
  const { event_id: eventId, link_turn: linkGeneration } = about.order
  return {
    uuid: row.id,
    state: isAccepted ? 'accepted' : 'offered',
    url: isAccepted ? null : transferUrl(platform, { eventId, transferId: row.id, linkGeneration }),
    expires_at: row.expires_at.toISOString(),
    to: row.holder_name,
    accepted_at: isAccepted ? (row.closed_at?.toISOString() ?? null) : null,
  }
}

/** Who holds a ticket instead of its buyer, or until when it is offered, for its producer. */
export const viewHolder = (
  ticket: TicketRow,
  transfers: readonly TransferRow[],
  now: Date,
): Pick<ProducerTicket, 'holder' | 'offered_until'> => {
  const row = transfers.find(({ ticket_id: id }) => id === ticket.id)
  if (!row) return {}
  const { state, expires_at: expiresAt, revision, closed_at: since } = row
  if (state === 'accepted' && since)
    return {
      holder: {
        name: row.holder_name,
        phone: row.holder_phone && nationalPhone(row.holder_phone),
        since: since.toISOString(),
      },
    }
  const stands = offerStateAt({ state, expiresAt, revision }, ticket, now) === 'offered'
  return stands && ticket.status === 'valid' ? { offered_until: expiresAt.toISOString() } : {}
}
