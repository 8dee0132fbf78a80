import type { BoxOfficeSale, BoxOfficeTicket } from '@kartis/contract/box-office.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { isHolding, isSold } from '@kartis/domain/order.ts'
import { personName } from '@kartis/domain/person-name.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { organiserOf } from '../../people/accounts/index.ts'
import { anyEventRow, type EventRow, placeLine } from '../../catalogue/events/index.ts'
import { seatNamesIn, withSeatsIn } from '../../catalogue/seating/index.ts'
import { eventNameIn, type OrderRow, stateNow } from '../orders/index.ts'
import { inTurns } from '../../../platform/concurrency/in-turns.ts'
import { qrPath, ticketLane, type TicketRow, viewTicket } from '../ticketing/index.ts'
import { readOrderRows, refundedOf, viewItems, viewOrderPayment } from '../order-management/index.ts'
import { type PaymentRow, readPaymentsOfOrders } from '../../payments/payments/index.ts'
import type { SaleRow } from './sales-queries.ts'

/** The payment to show: the paid one, else the newest. */
const paymentOf = (payments: readonly PaymentRow[]): PaymentRow | undefined =>
  payments.find(({ status }) => status === 'paid') ?? payments[0]

const stateOf = (order: OrderRow, payment: PaymentRow | undefined, now: Date): BoxOfficeSale['state'] => {
  const status = stateNow(order, now)
  if (isSold(status)) return 'paid'
  if (isHolding(status)) return payment?.status === 'started' ? 'waiting' : 'declined'
  return order.paid_at ? 'undone' : 'ended'
}

const viewEvent = (event: EventRow, lang: Lang): BoxOfficeSale['event'] => ({
  uuid: event.id,
  name: eventNameIn(event, lang),
  starts_at: event.starts_at.toISOString(),
  timezone: event.timezone,
  place: placeLine(event, lang),
})

const readerOf = (payment: PaymentRow | undefined): BoxOfficeSale['reader'] =>
  payment?.expires_at
    ? { url: payment.url?.startsWith('http') ? payment.url : null, expires_at: payment.expires_at.toISOString() }
    : null

const ofOrder = <R extends { order_id: string }>(rows: readonly R[], orderId: string): R[] =>
  rows.filter((row) => row.order_id === orderId)

/** Tickets drawn in one turn of the event loop: signature and QR code take about a millisecond. */
const PER_TURN = 8

const viewTickets = (
  platform: Platform,
  tickets: readonly TicketRow[],
  event: EventRow,
  orderNumber: string,
): Promise<BoxOfficeTicket[]> =>
  inTurns(tickets, PER_TURN, (row) => {
    const ticket = viewTicket(platform, row, orderNumber)
    const lane = ticketLane(event, row)
    return { ...ticket, ...(lane !== undefined && { lane }), position: row.position, qr: qrPath(ticket.code) }
  })

interface Parts {
  readonly sale: SaleRow
  readonly order: OrderRow
  readonly event: EventRow
  readonly lines: Parameters<typeof viewItems>[0]
  readonly tickets: readonly TicketRow[]
  readonly payments: readonly PaymentRow[]
}

const viewSale = (parts: Parts, openShift: string | undefined, lang: Lang, now: Date): BoxOfficeSale => {
  const { sale, order, payments } = parts
  const payment = paymentOf(payments)
  const state = stateOf(order, payment, now)
  const hasTickets = state === 'paid' && parts.tickets.some((ticket) => ticket.status === 'valid')
  const received = sale.method === 'cash' ? (sale.received ?? order.total) : null
  return {
    uuid: order.id,
    number: order.number,
    state,
    status: stateNow(order, now),
    event: viewEvent(parts.event, lang),
    method: sale.method,
    total_amount: toShekels(order.total),
    refunded_amount: toShekels(refundedOf(order, payments)),
    received: received === null ? null : toShekels(received),
    change: received === null ? null : toShekels(received - order.total),
    tickets_count: order.tickets_count,
    items: viewItems(parts.lines),
    buyer: { name: order.buyer_name, phone: order.buyer_phone && nationalPhone(order.buyer_phone) },
    seller: personName(sale.seller),
    created_at: sale.created_at.toISOString(),
    payment: payment ? viewOrderPayment(payment, lang) : null,
    reader: state === 'waiting' ? readerOf(payment) : null,
    can: {
      undo: hasTickets && sale.shift_id === openShift && parts.tickets.every((ticket) => !ticket.redeemed_at),
      send: hasTickets,
      print: hasTickets,
    },
  }
}

export interface SaleViewOptions {
  /** Id of the register's open shift: only its sales can be undone. */
  readonly openShift: string | undefined
  readonly lang: Lang
  readonly now: Date
  /** With tickets, codes and organiser, for printing. */
  readonly whole?: boolean
}

/** Views of sales, in the given order; a fixed number of statements, and one more for each event. */
export const viewSales = async (
  platform: Platform,
  sales: readonly SaleRow[],
  options: SaleViewOptions,
): Promise<BoxOfficeSale[]> => {
  if (sales.length === 0) return []
  const { db } = platform
  const keys = sales.map((sale) => ({ eventId: sale.event_id, orderId: sale.order_id }))
  const eventIds = [...new Set(keys.map(({ eventId }) => eventId))]
  const [rows, payments, events, organiser, seatNames] = await Promise.all([
    readOrderRows(db, keys),
    readPaymentsOfOrders(
      db,
      keys.map(({ orderId }) => orderId),
    ),
    Promise.all(eventIds.map((id) => anyEventRow(db, id))),
    options.whole && sales[0] ? organiserOf(db, sales[0].account_id, options.lang) : undefined,
    seatNamesIn(db, options.whole ? eventIds : [], options.lang),
  ])
  const views = sales.map(async (sale): Promise<BoxOfficeSale[]> => {
    const order = rows.orders.find((row) => row.id === sale.order_id)
    const event = events.find((row) => row?.id === sale.event_id)
    if (!order || !event) return []
    const tickets = withSeatsIn(seatNames, ofOrder(rows.tickets, order.id))
    const parts: Parts = {
      sale,
      order,
      event,
      lines: ofOrder(rows.lines, order.id),
      tickets,
      payments: ofOrder(payments, order.id),
    }
    return [
      {
        ...viewSale(parts, options.openShift, options.lang, options.now),
        ...(options.whole && { tickets: await viewTickets(platform, tickets, event, order.number) }),
        ...(organiser && { organiser: { name: organiser.vat_name, vat_number: organiser.vat_number } }),
      },
    ]
  })
  return (await Promise.all(views)).flat()
}
