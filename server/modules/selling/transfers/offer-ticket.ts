import type { TicketTransfer } from '@kartis/contract/tickets.ts'
import { TICKET_TRANSFER } from '@kartis/domain/limits.ts'
import { offerExpiresAt } from '@kartis/domain/ticket-transfer.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { viewTransfer } from '../order-management/index.ts'
import { lockOrder, type OrderKey, type OrderRow, recordOrderChange } from '../orders/index.ts'
import {
  insertOffer,
  lockTickets,
  moveTransfer,
  readTickets,
  readTransfer,
  readTransfersOfOrders,
  reasonAgainstOffering,
  type TicketRow,
  type TransferRow,
} from '../ticketing/index.ts'
import { transferClosed } from './transfer-closed.ts'

/** What the history of an order says of a transfer: the ticket's place in the order, and nobody's name. */
const historyOf = (ticket: Pick<TicketRow, 'position'>) => ({ ticket: ticket.position })

const newOffer = async (
  platform: Platform,
  tx: Tx,
  { order, ticket, startsAt }: { order: OrderRow; ticket: TicketRow; startsAt: Date },
  now: Date,
) => {
  const { id: order_id, event_id, account_id } = order
  const { id: ticket_id, revision } = ticket
  const expires_at = offerExpiresAt(now, startsAt)
  const offer = { id: platform.newId(), event_id, account_id, order_id, ticket_id, revision, expires_at }
  const row = await insertOffer(tx, offer, now)
  await recordOrderChange(platform, tx, order, { kind: 'transfer_offered', detail: historyOf(ticket), now })
  return row
}

/**
 * Offers a ticket to whoever gets the link of the offer. The ticket stays the buyer's until somebody has accepted. A ticket that
 * is offered already keeps its offer, so that a repeat changes nothing. `not_found`, `transfer_closed`, `too_many_requests`.
 */
export const offerTicket = async (
  platform: Platform,
  key: OrderKey,
  ticketId: string,
  now: Date,
): Promise<TicketTransfer | Refusal> => {
  const tooMany = await limit(platform, `transfer:${key.orderId}`, TICKET_TRANSFER.offers)
  if (tooMany) return tooMany
  return inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    const event = await anyEventRow(tx, key.eventId)
    const tickets = await lockTickets(tx, key.eventId, key.orderId)
    const ticket = tickets.find(({ id }) => id === ticketId.toLowerCase())
    if (!order || !event || !ticket) return refuse('not_found')
    const before = (await readTransfersOfOrders(tx, [key])).find((row) => row.ticket_id === ticket.id)
    if (before?.state === 'accepted') return transferClosed('accepted')
    const about = { order, ticket, event }
    const reason = reasonAgainstOffering(about, now)
    if (reason) return transferClosed(reason)
    const stands = before && viewTransfer(platform, before, about, now)
    if (stands) return stands
    // It ended by its time, or because the ticket was issued anew.
    if (before) await moveTransfer(tx, before, { to: before.expires_at <= now ? 'expired' : 'withdrawn', now })
    const row = await newOffer(platform, tx, { order, ticket, startsAt: event.starts_at }, now)
    return viewTransfer(platform, row, about, now) ?? transferClosed('expired')
  })
}

const withdraw = async (
  platform: Platform,
  tx: Tx,
  { order, row, tickets }: { order: OrderRow; row: TransferRow; tickets: readonly TicketRow[] },
  now: Date,
): Promise<void> => {
  await moveTransfer(tx, row, { to: 'withdrawn', now })
  const ticket = tickets.find(({ id }) => id === row.ticket_id)
  const detail = ticket && historyOf(ticket)
  await recordOrderChange(platform, tx, order, { kind: 'transfer_withdrawn', ...(detail && { detail }), now })
}

/** Takes back all that is offered of an order, in the transaction of a caller who holds its lock. */
export const withdrawOffers = async (platform: Platform, tx: Tx, order: OrderRow, now: Date): Promise<void> => {
  const key = { eventId: order.event_id, orderId: order.id }
  const offered = (await readTransfersOfOrders(tx, [key])).filter(({ state }) => state === 'offered')
  const tickets = offered.length > 0 ? await readTickets(tx, key.eventId, key.orderId) : []
  for (const row of offered) await withdraw(platform, tx, { order, row, tickets }, now)
}

/** Takes back an offer. The same again changes nothing. `not_found`, `transfer_closed` for one that was accepted. */
export const withdrawTransfer = (
  platform: Platform,
  key: OrderKey,
  transferId: string,
  now: Date,
): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const order = await lockOrder(tx, key)
    const row = order && (await readTransfer(tx, key.eventId, transferId.toLowerCase()))
    if (!row || row.order_id !== key.orderId) return refuse('not_found')
    if (row.state === 'accepted') return transferClosed('accepted')
    if (row.state !== 'offered') return undefined
    const tickets = await readTickets(tx, key.eventId, key.orderId)
    await withdraw(platform, tx, { order, row, tickets }, now)
    return undefined
  })
