import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { DomainEvent, Subscription } from '../../../platform/domain-events/domain-events.ts'
import type { Message } from '../../../platform/notifications/notifications.ts'
import type { MessageContent } from '../../../platform/notifications/template.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  eventOf,
  eventParams,
  linkedTicket,
  messagesTo,
  messageToHolder,
  type OrderRow,
  readOrder,
  ticketsUrl,
  ticketUrl,
} from '../orders/index.ts'
import { readHolders, readTicket, type TicketRow, type TransferRow } from '../ticketing/index.ts'
import { heldTicketCancelled, ticketLinkChanged, ticketReceived, ticketTransferred } from './templates.ts'

const TYPES = ['order.ticket_transferred', 'order.held_ticket_reissued', 'ticket.cancelled'] as const
type Change = DomainEvent<(typeof TYPES)[number]>

interface Held {
  readonly row: TransferRow
  readonly order: OrderRow
  readonly ticket: TicketRow
}

const ticketOf = (change: Change): string => (change.type === 'ticket.cancelled' ? change.subject : change.data.ticket)

/** Transfers of these tickets as they are now, by ticket: an erased holder gets no message. Most tickets have none. */
const holdersOf = async (tx: Tx, changes: readonly Change[]): Promise<ReadonlyMap<string, TransferRow>> => {
  const eventIds = changes.flatMap(({ eventId }) => eventId ?? [])
  const rows = await readHolders(tx, eventIds, changes.map(ticketOf))
  return new Map(rows.map((row) => [row.ticket_id, row]))
}

const heldOf = async (tx: Tx, row: TransferRow): Promise<Held | undefined> => {
  const order = await readOrder(tx, { eventId: row.event_id, orderId: row.order_id })
  const ticket = await readTicket(tx, row.event_id, row.ticket_id)
  return order && ticket ? { row, order, ticket } : undefined
}

const toHolder = ({ row, order }: Held, content: MessageContent, isCounted: boolean): Message[] => {
  if (row.holder_phone === null) return []
  const unpaid = !isCounted && order.total === 0 ? { network: null } : undefined
  return [messageToHolder({ ...row, phone: row.holder_phone, lang: row.holder_lang ?? order.lang }, content, unpaid)]
}

/** Whether the ticket had its holder when everybody was notified. */
const wasNotified = ({ closed_at: accepted }: TransferRow, notifiedAt: string | undefined): boolean =>
  notifiedAt !== undefined && accepted !== null && accepted <= new Date(notifiedAt)

const messagesOf = async (platform: Platform, tx: Tx, change: Change, row: TransferRow): Promise<Message[]> => {
  if (change.type === 'ticket.cancelled' && wasNotified(row, change.data.notified_at)) return []
  const held = await heldOf(tx, row)
  if (!held) return []
  const { order, ticket } = held
  const event = await eventOf(tx, order.event_id)
  const ofHolder = eventParams(event, row.holder_lang ?? order.lang)
  const number = ticketNumber(order.number, ticket.position)
  if (change.type === 'ticket.cancelled') return toHolder(held, heldTicketCancelled({ ...ofHolder, number }), false)
  const params = { ...ofHolder, link: ticketUrl(platform, linkedTicket(order, ticket, row.id)) }
  if (change.type === 'order.held_ticket_reissued') return toHolder(held, ticketLinkChanged(params), true)
  const toBuyer = ticketTransferred({
    ...eventParams(event, order.lang),
    name: row.holder_name ?? '',
    number,
    link: ticketsUrl(platform, order),
  })
  return [...toHolder(held, ticketReceived(params), true), ...messagesTo(order, toBuyer, { network: null })]
}

/** Messages of transfers: to both sides once a ticket was accepted, and to its holder about what became of it. */
export const transferNotifications = (platform: Platform): Subscription<(typeof TYPES)[number]> => ({
  name: 'transfers.notifications',
  types: TYPES,
  handle: async (tx, changes) => {
    const holders = await holdersOf(tx, changes)
    const messages: Message[] = []
    for (const change of changes) {
      const row = holders.get(ticketOf(change))
      if (row) messages.push(...(await messagesOf(platform, tx, change, row)))
    }
    if (messages.length > 0) await platform.notifications.sendMany(tx, messages)
  },
})
