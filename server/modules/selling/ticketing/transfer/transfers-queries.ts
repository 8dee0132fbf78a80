import { reasonAgainstOffer, type TransferredTicket } from '@kartis/domain/ticket-transfer.ts'
import { isSold } from '@kartis/domain/order.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/db.ts'
import type { OrderKey, OrderRow } from '../../orders/index.ts'
import type { TicketTransfersTable } from '../tables.ts'
import type { TicketRow } from '../tickets-queries.ts'

export type TransferRow = Selectable<TicketTransfersTable>

export const readTransfer = (db: Db | Tx, eventId: string, id: string): Promise<TransferRow | undefined> =>
  db.selectFrom('ticket_transfers').selectAll().where('event_id', '=', eventId).where('id', '=', id).executeTakeFirst()

/** What is offered or was accepted of an order, at most one for each ticket. */
export const readTransfersOf = (db: Db | Tx, { eventId, orderId }: OrderKey): Promise<TransferRow[]> =>
  db
    .selectFrom('ticket_transfers')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('order_id', '=', orderId)
    .where('state', 'in', ['offered', 'accepted'])
    .execute()

/** The same of several orders. */
export const readTransfersOfOrders = (db: Db | Tx, keys: readonly OrderKey[]): Promise<TransferRow[]> =>
  db
    .selectFrom('ticket_transfers')
    .selectAll()
    .where(sql<boolean>`event_id = any(${[...new Set(keys.map(({ eventId }) => eventId))]}::uuid[])`)
    .where(sql<boolean>`order_id = any(${keys.map(({ orderId }) => orderId)}::uuid[])`)
    .where('state', 'in', ['offered', 'accepted'])
    .execute()

/** Who holds these tickets instead of their buyers. */
export const readHolders = (db: Db | Tx, eventId: string, ticketIds: readonly string[]): Promise<TransferRow[]> =>
  db
    .selectFrom('ticket_transfers')
    .selectAll()
    .where('event_id', '=', eventId)
    .where(sql<boolean>`ticket_id = any(${[...ticketIds]}::uuid[])`)
    .where('state', '=', 'accepted')
    .execute()

/** The ids of the tickets of an order that other people hold. */
export const heldTickets = async (db: Db | Tx, key: OrderKey): Promise<ReadonlySet<string>> =>
  heldIn(await readTransfersOf(db, key))

/** The ids of the tickets that other people hold, of these transfers. */
export const heldIn = (transfers: readonly Pick<TransferRow, 'state' | 'ticket_id'>[]): ReadonlySet<string> =>
  new Set(transfers.filter(({ state }) => state === 'accepted').map(({ ticket_id: id }) => id))

export const transferredTicket = (order: Pick<OrderRow, 'status'>, ticket: TicketRow): TransferredTicket => ({
  isSold: isSold(order.status),
  status: ticket.status,
  isRedeemed: ticket.redeemed_at !== null,
  revision: ticket.revision,
})

/** Why a transfer cannot be accepted now; undefined when it can. */
export const reasonAgainst = (
  row: TransferRow,
  { order, ticket, event }: { order: OrderRow; ticket: TicketRow; event: { status: string; starts_at: Date } },
  now: Date,
) =>
  reasonAgainstOffer(
    { state: row.state, expiresAt: row.expires_at, revision: row.revision },
    transferredTicket(order, ticket),
    { status: event.status, startsAt: event.starts_at },
    now,
  )
