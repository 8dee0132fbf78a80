import { listEventSeats, updateEventSeats } from '@kartis/contract/event-seating.ts'
import type { Event } from '@kartis/contract/events.ts'
import { listVenueMaps, type VenueMap } from '@kartis/contract/venue-maps.ts'
import { createSeatedSale } from '@kartis/testing/seats.ts'
import type { Person, Producer } from '../fixtures/people.ts'

/** A row of the hall that opens in some days, and another one later. */
export const keepSeatsBack = async (producer: Person, { uuid, starts_at: starts }: Event): Promise<void> => {
  const params = { uuid }
  const { data } = await producer.call(listEventSeats, {
    params,
    query: { filter: { standing: 'free' }, per_page: 60 },
  })
  const seats = data.filter(({ flags }) => flags.length === 0).map((seat) => seat.seat_uuid)
  const daysBefore = (days: number): string => new Date(Date.parse(starts) - days * 86_400_000).toISOString()
  const close = (seat_uuids: string[], opens_at: string) =>
    producer.call(updateEventSeats, { params, body: { seat_uuids, channel: 'house', opens_at } })
  await close(seats.slice(0, 18), daysBefore(2))
  await close(seats.slice(18, 24), daysBefore(1))
}

const STADIUM_TYPES = [
  ['מערב', 240],
  ['מזרח', 190],
  ['מאחורי השערים', 110],
  ['יציע עליון', 80],
] as const
/** Blocks that nobody gets into any more, and blocks that have a row or two left. */
const SOLD_OUT = ['103', '104']
const LAST_SEATS = ['105', '121', '305']
const MAX_PLACES = 100

/** A match in the stadium. Its seats are closed instead of sold, which buyers cannot tell apart. */
export const openStadium = async (producer: Producer): Promise<Event> => {
  const types = STADIUM_TYPES.map(([name, price]) => ({ name, price, sum_total_available: 29_000 }))
  const { event } = await createSeatedSale(producer, { template: 'stadium' }, { event: { name: 'גמר הגביע' }, types })
  const params = { uuid: event.uuid }
  for (const block of [...SOLD_OUT, ...LAST_SEATS]) {
    const seats: string[] = []
    for (let page = 1; page < 8; page++) {
      const query = { filter: { section: `גוש ${block}` }, per_page: MAX_PLACES, page }
      const { data } = await producer.call(listEventSeats, { params, query })
      seats.push(...data.map(({ seat_uuid }) => seat_uuid))
      if (data.length < MAX_PLACES) break
    }
    const closed = SOLD_OUT.includes(block) ? seats : seats.slice(0, -12)
    await producer.call(updateEventSeats, { params, body: { seat_uuids: closed, for_sale: false } })
  }
  return event
}

/** Seat maps of the demo, by what they are. */
export const mapsOfDemo = async (
  producer: Person,
): Promise<Readonly<Record<'theatre' | 'stadium' | 'park', string>>> => {
  const { data } = await producer.call(listVenueMaps, { query: { per_page: MAX_PLACES } })
  const uuidOf = (is: (map: VenueMap) => boolean): string => data.findLast(is)?.uuid ?? ''
  return {
    theatre: uuidOf((map) => map.draft_seats === 600),
    stadium: uuidOf((map) => map.draft_seats > 20_000),
    park: uuidOf((map) => map.draft_areas > 0),
  }
}
