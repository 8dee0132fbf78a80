import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import { orderNumberOf } from './order-index.ts'

interface Person {
  readonly holder: string | null
  /** The last four digits. */
  readonly phoneEnd: string | null
}

/** The guests of an event by the number of their order, in memory alone. */
export interface People {
  readonly persons: ReadonlyMap<string, Person>
  /** Until when this device may read them, by the server's clock. */
  readonly until: number
}

interface WithPeople {
  readonly people?: People | undefined
}

export const personOf = ({ people }: WithPeople, order: string): Person | undefined => people?.persons.get(order)

/** Who holds a ticket; null where this device has no names. */
export const holderOf = (list: WithPeople, ticket: Pick<ListedTicket, 'number'> | undefined): string | null =>
  (ticket && personOf(list, orderNumberOf(ticket))?.holder) ?? null
