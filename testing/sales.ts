import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { createEvent, type Event, listCategories, publishEvent } from '@kartis/contract/events.ts'
import { createTicketType, type TicketType } from '@kartis/contract/tickets.ts'
import type { Producer } from './people.ts'

const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** The moment so many milliseconds from now, ISO 8601. */
export const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString()

export interface Sale {
  readonly producer: Producer
  readonly event: Event
  readonly types: readonly TicketType[]
}

export interface SaleOptions {
  readonly event?: Partial<BodyIn<typeof createEvent>>
  readonly types?: readonly Partial<BodyIn<typeof createTicketType>>[]
  readonly published?: boolean
}

/** Creates an event in thirty days through the API; by default it is published and has one ticket type: 50 tickets at 120 shekels. */
export const createSale = async (
  producer: Producer,
  { event = {}, types = [{}], published = true }: SaleOptions = {},
): Promise<Sale> => {
  const [category] = (await producer.call(listCategories, {})).data
  const created = await producer.call(createEvent, {
    body: {
      name: 'ערב של שירים',
      starts_at: fromNow(30 * DAY),
      ends_at: fromNow(30 * DAY + 3 * HOUR),
      address_description: 'האנגר 11',
      address_street: 'הירקון',
      address_street_number: '97',
      address_city: 'תל אביב-יפו',
      categories: category ? [category.uuid] : [],
      ...event,
    },
  })
  const { uuid } = created.data
  const createdTypes: TicketType[] = []
  for (const type of types) {
    const body = { event_uuid: uuid, name: 'כניסה רגילה', price: 120, sum_total_available: 50, ...type }
    createdTypes.push((await producer.call(createTicketType, { body })).data)
  }
  if (published) await producer.call(publishEvent, { params: { uuid } })
  return { producer, event: created.data, types: createdTypes }
}
