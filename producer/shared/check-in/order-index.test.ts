import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import { readTicketNumber } from '@kartis/domain/ticket-number.ts'
import { expect, it } from 'vitest'
import { ticketsByNumber } from './order-index.ts'

const ticket = (uuid: string, number: string): ListedTicket => ({ uuid, type: 'deadbeef', number })
const found = (tickets: ReadonlyMap<string, ListedTicket>, text: string): string[] =>
  ticketsByNumber(tickets, readTicketNumber(text)).map(({ uuid }) => uuid)

it('a typed number finds its ticket among those of its order, also one that the list learns of later', () => {
  const tickets = new Map([
    ['a', ticket('a', '101081-1')],
    ['b', ticket('b', '101081-12')],
    ['c', ticket('c', '1010811-2')],
    ['d', ticket('d', '')],
  ])
  expect(found(tickets, '101081-1')).toEqual(['a'])
  expect(found(tickets, '١٠١٠٨١-١٢')).toEqual(['b'])
  // Without its hyphen it fits two.
  expect(found(tickets, '10108112').toSorted()).toEqual(['b', 'c'])
  expect(found(tickets, '101082-1')).toEqual([])
  tickets.set('d', ticket('d', '101082-1'))
  tickets.set('e', ticket('e', '101082-2'))
  expect(found(tickets, '101082-1')).toEqual(['d'])
  expect(found(tickets, '101082-2')).toEqual(['e'])
})
