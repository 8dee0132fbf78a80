import { createEvent, type Event, listCategories, publishEvent } from '@kartis/contract/events.ts'
import { createTicketType, type TicketType } from '@kartis/contract/tickets.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { newProducer, type Producer } from './people.ts'

const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString()

type TicketFacts = Partial<BodyIn<typeof createTicketType>>

export interface Sale {
  readonly producer: Producer
  readonly event: Event
  readonly types: readonly TicketType[]
}

interface SaleFacts {
  readonly event?: Partial<BodyIn<typeof createEvent>>
  readonly types?: readonly TicketFacts[]
  readonly published?: boolean
}

/** An event of a producer of its own, over the API: one ticket type at 120 shekels unless told otherwise. */
export const newSale = async ({ event = {}, types = [{}], published = true }: SaleFacts = {}): Promise<Sale> => {
  const producer = await newProducer()
  const [category] = (await producer.call(listCategories, {})).data
  const made = await producer.call(createEvent, {
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
  const uuid = made.data.uuid
  const added: TicketType[] = []
  for (const type of types) {
    const body = { event_uuid: uuid, name: 'כניסה רגילה', price: 120, sum_total_available: 50, ...type }
    added.push((await producer.call(createTicketType, { body })).data)
  }
  if (published) await producer.call(publishEvent, { params: { uuid } })
  return { producer, event: made.data, types: added }
}
