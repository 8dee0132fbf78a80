import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { putSeating, type EventSeating } from '@kartis/contract/event-seating.ts'
import { publishEvent, type Event } from '@kartis/contract/events.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import { showVenueMap } from '@kartis/contract/venue-maps.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { sql } from 'kysely'
import { as, draftEvent, ticketTypeOf } from './events.ts'
import type { Producer } from './people.ts'
import { publishedMap } from './seat-maps.ts'
import type { Answer, World } from './world.ts'

const done = <R>(answer: Answer<R>): R => {
  if (answer.error) throw new Error(`refused: ${answer.text}`)
  return answer.body
}

/** Another edition of a seat map; its number. */
export const publishEdition = async (
  world: World,
  owner: Producer,
  mapUuid: string,
  document: MapDocument,
): Promise<number> => {
  const { version } = done(await world.call(showVenueMap, { ...as(owner), params: { uuid: mapUuid } })).data.draft
  return (await publishedMap(world, owner, document, { uuid: mapUuid, version })).edition
}

/** An event takes a new seat map with one published edition. */
export const takeSeating = async (
  world: World,
  owner: Producer,
  eventUuid: string,
  { document, ...more }: Omit<BodyIn<typeof putSeating>, 'venues_map_uuid'> & { readonly document: MapDocument },
): Promise<EventSeating> => {
  const { uuid } = await publishedMap(world, owner, document)
  const body = { venues_map_uuid: uuid, ...more }
  return done(await world.call(putSeating, { ...as(owner), params: { uuid: eventUuid }, body })).data
}

export interface SeatedEvent {
  readonly event: Event
  readonly map: string
  /** By the key of their category. */
  readonly types: Readonly<Record<string, TicketType>>
  readonly seating: EventSeating
}

/** A published event with a seat map, and one ticket type for each category. */
export const seatedEvent = async (world: World, owner: Producer, document: MapDocument): Promise<SeatedEvent> => {
  const draft = await draftEvent(world, owner, { kind: 'seats' })
  const types: Record<string, TicketType> = {}
  for (const { id, name } of document.categories)
    types[id] = await ticketTypeOf(world, owner, draft, { name, sum_total_available: 100_000 })
  const at = { ...as(owner), params: { uuid: draft.uuid } }
  const prices = Object.entries(types).map(([category, { uuid }]) => ({ category, events_ticket_uuid: uuid }))
  const seating = await takeSeating(world, owner, draft.uuid, { document, prices })
  const event = done(await world.call(publishEvent, at)).data
  return { event, map: seating.venues_map_uuid, types, seating }
}

/** Seats as a sale leaves them, without its order: for tests of what follows from them. */
export const markSeats = async (
  world: World,
  { event, types }: Pick<SeatedEvent, 'event' | 'types'>,
  seatNos: readonly number[],
  { state, orderId = '00000000-0000-7000-8000-000000000001' }: { readonly state: 0 | 1 | 2; readonly orderId?: string },
): Promise<void> => {
  const byCategory = JSON.stringify(Object.fromEntries(Object.entries(types).map(([key, { uuid }]) => [key, uuid])))
  await world.db.transaction().execute(async (tx) => {
    await sql`update event_seat_clock set rev = rev + 1 where event_id = ${event.uuid}`.execute(tx)
    await sql`
      update event_seats s
      set state = ${state}, order_id = ${state === 0 ? null : orderId}, rev = c.rev,
          ticket_type_id = case when ${state} = 0 then null else (${byCategory}::jsonb ->> s.category)::uuid end
      from event_seat_clock c
      where c.event_id = s.event_id and s.event_id = ${event.uuid} and s.seat_no = any(${[...seatNos]}::int[])`.execute(
      tx,
    )
  })
}
