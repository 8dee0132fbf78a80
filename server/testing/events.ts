import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { createEvent, type Event, listCategories, publishEvent } from '@kartis/contract/events.ts'
import { createTicketType, updateTicketType, type TicketType } from '@kartis/contract/tickets.ts'
import type { Producer } from './people.ts'
import type { Answer, World } from './world.ts'

const DAY = 86_400_000

const bodyOf = <R>(answer: Answer<R>): R => {
  if (answer.error) throw new Error(`refused: ${answer.text}`)
  return answer.body
}

/** Credentials of a producer in the workspace of its account. */
export const as = (producer: Producer) => ({ token: producer.token, account: producer.account.uuid })

export const aCategory = async (world: World): Promise<string> => {
  const [first] = bodyOf(await world.call(listCategories)).data
  if (!first) throw new Error('no categories')
  return first.uuid
}

/** A draft of an event in two weeks, with every field that the event page shows. */
export const draftEvent = async (
  world: World,
  producer: Producer,
  fields: Partial<BodyIn<typeof createEvent>> = {},
): Promise<Event> => {
  const start = world.clock.now().getTime() + 14 * DAY
  const body = {
    name: 'נועה שחר והלהקה',
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(start + 3 * 3_600_000).toISOString(),
    address_description: 'אולם המזח',
    address_street: 'רציף העלייה השנייה',
    address_street_number: '14',
    address_city: 'תל אביב-יפו',
    categories: [await aCategory(world)],
    ...fields,
  }
  return bodyOf(await world.call(createEvent, { ...as(producer), body })).data
}

export const ticketTypeOf = async (
  world: World,
  producer: Producer,
  event: { uuid: string },
  fields: Partial<BodyIn<typeof createTicketType>> = {},
): Promise<TicketType> =>
  bodyOf(
    await world.call(createTicketType, {
      ...as(producer),
      body: { event_uuid: event.uuid, name: 'כניסה רגילה', price: 149, sum_total_available: 100, ...fields },
    }),
  ).data

/** An event on sale with one ticket type. */
export const eventOnSale = async (
  world: World,
  producer: Producer,
  options: { event?: Partial<BodyIn<typeof createEvent>>; type?: Partial<BodyIn<typeof createTicketType>> } = {},
): Promise<{ event: Event; type: TicketType }> => {
  const draft = await draftEvent(world, producer, options.event)
  const type = await ticketTypeOf(world, producer, draft, options.type)
  const event = bodyOf(await world.call(publishEvent, { ...as(producer), params: { uuid: draft.uuid } })).data
  return { event, type }
}

/** An event on sale of which nothing is left: its type was offered once and has gone down to none. */
export const soldOutEvent = async (world: World, producer: Producer): Promise<{ event: Event; type: TicketType }> => {
  const { event, type } = await eventOnSale(world, producer)
  const body = { sum_total_available: 0 }
  return {
    event,
    type: bodyOf(await world.call(updateTicketType, { ...as(producer), params: { uuid: type.uuid }, body })).data,
  }
}
