import { ORPHAN_RULES, PICK_RULES } from '@kartis/domain/seats.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { FLAGS } from '@kartis/seat-map/model/document.ts'
import { z } from 'zod'
import { data, endpoint, page, pageQuery, sequence, uuid } from './endpoint.ts'

const tag = 'public events'

export const seatRules = z
  .object({
    /** What becomes of a choice that leaves a single free seat: taken, moved where its row allows it, or its section. */
    orphans: z.enum(ORPHAN_RULES),
    /** How buyers choose: the best places together, on the map, or both. */
    pick: z.enum(PICK_RULES),
  })
  .meta({ id: 'SeatRules' })
export type SeatRules = z.infer<typeof seatRules>

/** A ticket type that is sold for the places of a category; several may serve one. */
export const seatPrice = z
  .object({
    /** The key of the category in the document. */
    category: z.string().min(1).max(8),
    events_ticket_uuid: uuid,
  })
  .meta({ id: 'SeatPrice' })
export type SeatPrice = z.infer<typeof seatPrice>

/** What the sale page of an event needs to load its seats. */
export const seatMapBrief = z
  .object({
    /** Of the map with its numbers: names what `seat_map/{hash}` returns, for ever. */
    hash: z.string(),
    /** The revision of the seats' state; for `seats?since=`. */
    rev: z.int(),
    rules: seatRules,
    /** Of ticket types on the sale page. */
    prices: z.array(seatPrice),
  })
  .meta({ id: 'SeatMapBrief' })
export type SeatMapBrief = z.infer<typeof seatMapBrief>

/**
 * The map as `fromWire` of seat-map/model/wire.ts reads it. The uuid of seat n is `seatUuid(seating, n)` of
 * seat-map/model/seat-uuid.ts: the first 12 bytes of `seating`, then n.
 */
export const wireMap = z
  .object({
    seating: uuid,
    wire: z.literal(1),
    document: z.custom<MapDocument>((value) => typeof value === 'object' && value !== null).meta({ type: 'object' }),
    /** The seat numbers of the places in the order of the compiled map, as stretches. */
    numbers: z.array(z.tuple([z.int(), z.int()]).meta({ description: 'the first number and how many follow on' })),
    /** The number of the next new seat: how many bits a state has. */
    next: z.int(),
  })
  .meta({ id: 'SeatMapWire' })
export type EventWireMap = z.infer<typeof wireMap>

/** Which seats a buyer could take now. `since` of the next request is `rev`, after `next_ms` milliseconds. */
export const seatsState = z
  .object({
    rev: z.int(),
    next_ms: z.int(),
    /** Of the map that the numbers belong to; another one than yours: load the map anew. */
    hash: z.string(),
    /** All seats in base64: bit n (of byte n >> 3, the lowest first) is seat n; 1: free. Instead of `taken` and `freed`. */
    bits: z.string().optional(),
    /** Since `since`: ascending seat numbers, the first one and then the distances. */
    taken: z.array(z.int()).optional(),
    freed: z.array(z.int()).optional(),
  })
  .meta({ id: 'SeatsState' })
export type SeatsState = z.infer<typeof seatsState>

/** A seat in words. */
export const publicSeat = z
  .object({
    seat_uuid: uuid,
    section: z.string(),
    row: z.string(),
    number: z.string(),
    /** The key of its category. */
    category: z.string(),
    flags: z.array(z.enum(FLAGS)),
    free: z.boolean(),
  })
  .meta({ id: 'PublicSeat' })
export type PublicSeat = z.infer<typeof publicSeat>

const eventKey = z.string().min(1).max(120)

export const showSeatMap = endpoint({
  method: 'GET',
  path: '/v1/public/events/:uuid/seat_map/:hash',
  access: 'public',
  tag,
  summary: 'The seat map of an event by the hash that the event names. It never changes and may be cached for ever.',
  params: z.object({ uuid: eventKey, hash: z.string().min(1).max(64) }),
  reply: data(wireMap),
})

export const showSeats = endpoint({
  method: 'GET',
  path: '/v1/public/events/:uuid/seats',
  access: 'public',
  tag,
  summary:
    'Which seats are free: all of them as bits, or what changed since a revision; with list=1 a page of seats in words, of one section with its key or its name in any language, in the language of the caller.',
  params: z.object({ uuid: eventKey }),
  query: z.strictObject({
    since: sequence.optional(),
    list: z.literal('1').optional(),
    section: z.string().min(1).max(60).optional(),
    ...pageQuery.shape,
  }),
  reply: z.union([data(seatsState), page(publicSeat)]),
})
