import { ticketPricesOf } from '@kartis/domain/coupon.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { SeatsOfOrders } from '../inventory/index.ts'
import type { LineRow } from '../orders/index.ts'
import { insertTickets, type NewTicket } from './tickets-queries.ts'

type Line = Pick<LineRow, 'ticket_type_id' | 'name' | 'quantity' | 'unit_price'> & Partial<Pick<LineRow, 'discount'>>

/** An order whose tickets are issued, with its seats by ticket type where they are numbered. */
interface IssuedOrder {
  readonly orderId: string
  readonly lines: readonly Line[]
  readonly seats?: ReturnType<SeatsOfOrders['get']>
}

/** The tickets of an order's lines, numbered in the order of the lines. */
const ticketsOf = (platform: Platform, { orderId, lines, seats }: IssuedOrder): NewTicket[] =>
  lines
    .flatMap((line) =>
      ticketPricesOf({ quantity: line.quantity, price: line.unit_price, discount: line.discount ?? 0 }).map(
        (price, index) => ({ line, price, seat: seats?.get(line.ticket_type_id)?.[index] }),
      ),
    )
    .map(({ line, price, seat }, place) => ({
      id: platform.newId(),
      orderId,
      typeId: line.ticket_type_id,
      name: line.name,
      position: place + 1,
      // The price paid for this ticket, which is the most that its refund returns.
      price,
      seat,
    }))

/**
 * Issues the tickets of paid orders of one event with one statement. The caller's transaction also moves their stock. An
 * order is issued once: a second time violates the unique index.
 */
export const issueTickets = async (
  platform: Platform,
  tx: Tx,
  eventId: string,
  orders: readonly IssuedOrder[],
  now: Date,
): Promise<readonly NewTicket[]> => {
  const tickets = orders.flatMap((order) => ticketsOf(platform, order))
  await insertTickets(tx, eventId, tickets, now)
  return tickets
}
