import { ticketPricesOf } from '@kartis/domain/coupon.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { LineRow } from '../orders/index.ts'
import { insertTickets, type NewTicket } from './tickets-queries.ts'

type Line = Pick<LineRow, 'ticket_type_id' | 'name' | 'quantity' | 'unit_price'> & Partial<Pick<LineRow, 'discount'>>

/** The tickets of an order's lines, numbered in the order of the lines. */
const ticketsOf = (platform: Platform, orderId: string, lines: readonly Line[]): NewTicket[] =>
  lines
    .flatMap((line) =>
      ticketPricesOf({ quantity: line.quantity, price: line.unit_price, discount: line.discount ?? 0 }).map(
        (price) => ({
          line,
          price,
        }),
      ),
    )
    .map(({ line, price }, place) => ({
      id: platform.newId(),
      orderId,
      typeId: line.ticket_type_id,
      name: line.name,
      position: place + 1,
      // The price paid for this ticket, which is the most that its refund returns.
      price,
    }))

/**
 * Issues the tickets of paid orders of one event with one statement. The caller's transaction also moves their stock. An
 * order is issued once: a second time violates the unique index.
 */
export const issueTickets = async (
  platform: Platform,
  tx: Tx,
  eventId: string,
  orders: readonly { readonly orderId: string; readonly lines: readonly Line[] }[],
  now: Date,
): Promise<readonly NewTicket[]> => {
  const tickets = orders.flatMap(({ orderId, lines }) => ticketsOf(platform, orderId, lines))
  await insertTickets(tx, eventId, tickets, now)
  return tickets
}
