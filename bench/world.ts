import { showTicketType, type TicketType } from '@kartis/contract/tickets.ts'
import type { Caller } from '@kartis/testing/client.ts'
import { newProducer, type Producer } from '@kartis/testing/people.ts'
import { createSale } from '@kartis/testing/sales.ts'

/** A producer with a new account. */
export const producer = (url: string): Promise<Producer> => newProducer(url)

/** The headers of a producer's requests. */
export const headersOf = ({ token, account }: Producer): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'x-account-id': account,
})

/** Ids of an event and of its only ticket type. */
export interface Sale {
  readonly event: string
  readonly type: string
}

/** A published event with one ticket type, by default at 100 shekels. */
export const sale = async (owner: Producer, total: number, price = 100): Promise<Sale> => {
  const { event, types } = await createSale(owner, { types: [{ price, sum_total_available: total }] })
  return { event: event.uuid, type: types[0]?.uuid ?? '' }
}

export const stockOf = async (call: Caller, uuid: string): Promise<TicketType> =>
  (await call(showTicketType, { params: { uuid } })).data
