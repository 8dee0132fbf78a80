import type { ListedTicket } from '@kartis/contract/admission-list.ts'

type Tickets = ReadonlyMap<string, ListedTicket>

interface Counts {
  valid: number
  scanned: number
  outside: number
}

const counted = new WeakMap<Tickets, Counts>()

const add = (counts: Counts, ticket: ListedTicket | undefined, by: 1 | -1): void => {
  if (!ticket || ticket.cancelled_at !== undefined) return
  counts.valid += by
  if (ticket.redeemed_at !== undefined) counts.scanned += by
  if (ticket.left_at !== undefined) counts.outside += by
}

/** The valid tickets of a list, those that have entered, and those outside again. All are read once, changes by `setTicket`. */
export const countTickets = (tickets: Tickets): Readonly<Counts> => {
  const before = counted.get(tickets)
  if (before) return before
  const counts = { valid: 0, scanned: 0, outside: 0 }
  for (const ticket of tickets.values()) add(counts, ticket, 1)
  counted.set(tickets, counts)
  return counts
}

/** Puts a ticket into a list, in the place of what the list had of it. */
export const setTicket = (tickets: Map<string, ListedTicket>, uuid: string, ticket: ListedTicket): void => {
  const counts = counted.get(tickets)
  if (counts) {
    add(counts, tickets.get(uuid), -1)
    add(counts, ticket, 1)
  }
  tickets.set(uuid, ticket)
}
