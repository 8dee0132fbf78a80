import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import { type NumberReading, splitTicketNumber, ticketNumber } from '@kartis/domain/ticket-number.ts'

type Tickets = ReadonlyMap<string, ListedTicket>

/** The number of the order that a ticket belongs to; empty for a ticket that the list does not have. */
export const orderNumberOf = ({ number }: Pick<ListedTicket, 'number'>): string =>
  splitTicketNumber(number)?.order ?? ''

/** The uuids of the tickets of each order, as far as the list has been read. */
interface Orders {
  readonly uuids: Map<string, string[]>
  /** Tickets without a number when they were read: the list may name it since. */
  readonly unnumbered: Set<string>
  read: number
}

const ordersOf = new WeakMap<Tickets, Orders>()

/** Reads what the list has more than before: its tickets stay, and new ones come after them. */
const readOrders = (tickets: Tickets): Orders => {
  const before = ordersOf.get(tickets)
  const orders =
    before && before.read <= tickets.size
      ? before
      : { uuids: new Map<string, string[]>(), unnumbered: new Set<string>(), read: 0 }
  const add = (uuid: string, order: string): void => {
    const uuids = orders.uuids.get(order)
    if (uuids) uuids.push(uuid)
    else orders.uuids.set(order, [uuid])
  }
  for (const uuid of orders.unnumbered) {
    const order = orderNumberOf(tickets.get(uuid) ?? { number: '' })
    if (order === '') continue
    orders.unnumbered.delete(uuid)
    add(uuid, order)
  }
  if (orders.read < tickets.size) {
    let place = 0
    for (const ticket of tickets.values()) {
      place += 1
      if (place <= orders.read) continue
      const order = orderNumberOf(ticket)
      if (order === '') orders.unnumbered.add(ticket.uuid)
      else add(ticket.uuid, order)
    }
    orders.read = tickets.size
  }
  ordersOf.set(tickets, orders)
  return orders
}

/** The uuids of the tickets of an order; none for an order that the list does not have. */
export const uuidsOfOrder = (tickets: Tickets, order: string): readonly string[] =>
  order === '' ? [] : (readOrders(tickets).uuids.get(order) ?? [])

/** Reads the orders of a list before somebody waits for them. */
export const indexOrders = (tickets: Tickets): void => void readOrders(tickets)

/** The tickets that a typed number may name, without a look at all the others. */
export const ticketsByNumber = (tickets: Tickets, readings: readonly NumberReading[]): ListedTicket[] => {
  const requested = new Set(readings.map(({ order, position }) => ticketNumber(order, position)))
  return [...new Set(readings.map(({ order }) => order))]
    .flatMap((order) => uuidsOfOrder(tickets, order))
    .flatMap((uuid) => tickets.get(uuid) ?? [])
    .filter(({ number }) => requested.has(number))
}
