import type { GateOrder } from '@kartis/contract/admission.ts'
import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import { GATE_SEARCH, matchesGateQuery, readGateQuery } from '@kartis/domain/gate-search.ts'
import { splitTicketNumber } from '@kartis/domain/ticket-number.ts'
import type { AdmissionList } from './decide.ts'
import { orderNumberOf, uuidsOfOrder } from './order-index.ts'
import { personOf } from './guest-names.ts'

const positionOf = ({ number }: ListedTicket): number => splitTicketNumber(number)?.position ?? 0

/** The tickets of an order in the list of this device, in their order. Read at every scan, among 100,000 tickets. */
export const ticketsOfOrder = ({ tickets }: AdmissionList, order: string): ListedTicket[] =>
  uuidsOfOrder(tickets, order)
    .flatMap((uuid) => tickets.get(uuid) ?? [])
    .toSorted((a, b) => positionOf(a) - positionOf(b))

const orderOf = (list: AdmissionList, number: string, tickets: readonly ListedTicket[]): GateOrder => ({
  // the list has no order uuids; the number identifies an order as well
  uuid: number,
  number,
  holder: personOf(list, number)?.holder ?? null,
  phone_end: personOf(list, number)?.phoneEnd ?? null,
  tickets_count: tickets.length,
  entered_count: tickets.filter(({ redeemed_at }) => redeemed_at !== undefined).length,
  tickets: tickets.slice(0, GATE_SEARCH.ticketsOfOrder).map((ticket) => {
    const type = list.facts.types.find((entry) => entry.type === ticket.type)
    const receiver = personOf(list, ticket.number)
    return {
      uuid: ticket.uuid,
      number: ticket.number,
      name: type?.name ?? '',
      events_ticket_uuid: type?.uuid ?? '',
      status: ticket.cancelled_at === undefined ? ('valid' as const) : ('cancelled' as const),
      redemption: ticket.redeemed_at === undefined ? ('pending' as const) : ('redeemed' as const),
      // Empty where this device does not know when.
      redeemed_at: ticket.redeemed_at || null,
      gate: ticket.gate ?? null,
      ...(ticket.left_at !== undefined && { left_at: ticket.left_at }),
      ...(receiver && { holder: receiver.holder, phone_end: receiver.phoneEnd }),
    }
  }),
})

export interface Found {
  readonly orders: readonly GateOrder[]
  /** Others match too. */
  readonly more: boolean
}

/** Searches the list on this device by the rules of the server; nothing for a text too short to search for. */
export const findInList = (list: AdmissionList, text: string): Found => {
  const query = readGateQuery(text)
  if (!query) return { orders: [], more: false }
  const found = new Set<string>()
  for (const ticket of list.tickets.values()) {
    const order = orderNumberOf(ticket)
    if (order === '' || found.has(order)) continue
    const isOf = (person: ReturnType<typeof personOf>) => {
      const facts = { order, holder: person?.holder ?? null, phone: person?.phoneEnd ?? null, seat: ticket.seat }
      return matchesGateQuery(query, facts)
    }
    const receiver = personOf(list, ticket.number)
    if (isOf(personOf(list, order)) || (receiver && isOf(receiver))) found.add(order)
  }
  const orders = [...found].toSorted().slice(0, GATE_SEARCH.orders)
  return {
    orders: orders.map((number) => orderOf(list, number, ticketsOfOrder(list, number))),
    more: found.size > orders.length,
  }
}
