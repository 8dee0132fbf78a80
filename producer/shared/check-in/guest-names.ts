import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import { orderNumberOf } from './order-index.ts'

interface Person {
  readonly holder: string | null
  /** The last four digits. */
  readonly phoneEnd: string | null
}

/** The guests of an event by the number of their order, or of the ticket that they were given, in memory alone. */
export interface People {
  readonly persons: ReadonlyMap<string, Person>
  /** Until when this device may read them, by the server's clock. */
  readonly until: number
}

interface WithPeople {
  readonly people?: People | undefined
}

/** The buyer of an order, or whoever holds a ticket that its buyer has given away. */
export const personOf = ({ people }: WithPeople, number: string): Person | undefined => people?.persons.get(number)

/** Who holds a ticket; null where this device has no names, and of a holder who was erased. */
export const holderOf = (list: WithPeople, ticket: Pick<ListedTicket, 'number'> | undefined): string | null =>
  (ticket && (personOf(list, ticket.number) ?? personOf(list, orderNumberOf(ticket)))?.holder) ?? null
