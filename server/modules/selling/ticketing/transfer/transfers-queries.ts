import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/db.ts'
import type { OrderKey } from '../../orders/index.ts'
import type { TicketTransfersTable } from '../tables.ts'

export type TransferRow = Selectable<TicketTransfersTable>

export const readTransfer = (db: Db | Tx, eventId: string, id: string): Promise<TransferRow | undefined> =>
  db.selectFrom('ticket_transfers').selectAll().where('event_id', '=', eventId).where('id', '=', id).executeTakeFirst()

/** What is offered or was accepted of orders, at most one for each ticket. */
export const readTransfersOfOrders = (db: Db | Tx, keys: readonly OrderKey[]): Promise<TransferRow[]> =>
  db
    .selectFrom('ticket_transfers')
    .selectAll()
    .where(sql<boolean>`event_id = any(${[...new Set(keys.map(({ eventId }) => eventId))]}::uuid[])`)
    .where(sql<boolean>`order_id = any(${keys.map(({ orderId }) => orderId)}::uuid[])`)
    .where('state', 'in', ['offered', 'accepted'])
    .execute()

/** Who holds these tickets of one or several events instead of their buyers. */
export const readHolders = (
  db: Db | Tx,
  eventIds: readonly string[],
  ticketIds: readonly string[],
): Promise<TransferRow[]> =>
  db
    .selectFrom('ticket_transfers')
    .selectAll()
    .where(sql<boolean>`event_id = any(${[...new Set(eventIds)]}::uuid[])`)
    .where(sql<boolean>`ticket_id = any(${[...ticketIds]}::uuid[])`)
    .where('state', '=', 'accepted')
    .execute()

/** The ids of the tickets of an order that other people hold. */
export const heldTickets = async (db: Db | Tx, key: OrderKey): Promise<ReadonlySet<string>> =>
  heldIn(await readTransfersOfOrders(db, [key]))

/** The ids of the tickets that other people hold, of these transfers. */
export const heldIn = (transfers: readonly Pick<TransferRow, 'state' | 'ticket_id'>[]): ReadonlySet<string> =>
  new Set(transfers.filter(({ state }) => state === 'accepted').map(({ ticket_id: id }) => id))
