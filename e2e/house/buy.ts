import { pay, reserve, showBuyerOrder, updateOrder } from '@kartis/contract/public-orders.ts'
import type { Ticket } from '@kartis/contract/tickets.ts'
import { callAs } from './call.ts'
import { newSale, type Sale } from './events.ts'
import { newPhone } from './people.ts'

/** A sale at which nobody pays: its buyers have their tickets at once. */
export const newFreeSale = (): Promise<Sale> => newSale({ types: [{ name: 'כניסה חופשית', price: 0 }] })

/** One ticket of such a sale, as its buyer has it. */
export const buyFree = async ({ event, types }: Sale, name: string): Promise<Ticket> => {
  const items = [{ events_ticket_uuid: types[0]?.uuid ?? '', quantity: 1 }]
  const { data: held } = await callAs()(reserve, { body: { event_uuid: event.uuid, items } })
  const call = callAs({ order: held.token })
  const params = { uuid: held.uuid }
  await call(updateOrder, { params, body: { name, phone: newPhone() } })
  await call(pay, { params })
  const [ticket] = (await call(showBuyerOrder, { params })).data.tickets
  if (!ticket) throw new Error('the free order has no ticket')
  return ticket
}
