import { SEAT_CHANGE } from '@kartis/domain/limits.ts'
import { ORPHAN_RULES, PICK_RULES, SEAT_CHANNELS, SEAT_STANDINGS } from '@kartis/domain/seats.ts'
import { FLAGS } from '@kartis/seat-map/model/document.ts'
import { z } from 'zod'
import { byUuid, data, endpoint, instant, listQuery, page, shekels, uuid } from './endpoint.ts'
import { textsWith } from './localized-text.ts'
import { seatPrice, seatRules } from './public-seats.ts'
import { line } from './text.ts'

const tag = 'event seats'

const seatCounts = z.object({
  /** Places of any state; of an area its capacity. */
  total: z.int(),
  free: z.int(),
  held: z.int(),
  sold: z.int(),
  ['house']: z.int(),
  invitations: z.int(),
  box_office: z.int(),
  /** Not for sale. */
  blocked: z.int(),
})

/** A category of the snapshot, or of its standing areas. */
export const seatingCategory = z
  .object({
    key: z.string(),
    name: z.string(),
    /** Its name in English and Arabic. */
    texts: textsWith({ name: z.string() }),
    color: z.string().nullable(),
    kind: z.enum(['seats', 'area']),
    counts: seatCounts,
    events_ticket_uuids: z.array(uuid),
    /** Its places at the highest of its prices, agorot exact; null for those who may not see money or without a price. */
    sum: shekels.nullable(),
  })
  .meta({ id: 'SeatingCategory' })
export type SeatingCategory = z.infer<typeof seatingCategory>

/** Seats that open for everybody by themselves. */
const seatOpening = z.object({ opens_at: instant, seats: z.int() })

export const eventSeating = z
  .object({
    event_uuid: uuid,
    venues_map_uuid: uuid,
    edition: z.int(),
    /** The newest edition of the map; above `edition` the event may change to it. */
    newest_edition: z.int(),
    /** Names the map: `GET /v1/public/events/{uuid}/seat_map/{hash}`. */
    hash: z.string(),
    /** Base of the seat uuids (`seatUuid`). */
    seating: uuid,
    rules: seatRules,
    prices: z.array(seatPrice),
    categories: z.array(seatingCategory),
    counts: seatCounts,
    /** Something is held or sold: the map changes by `seating/change` only. */
    has_sales: z.boolean(),
    /** Keys of categories that have places and no ticket type: these cannot be bought. */
    unpriced: z.array(z.string()),
    /** If everything sells at the highest price of its category; null for those who may not see money. */
    sum_if_all_sells: shekels.nullable(),
    /** What opens for everybody by itself, the next one first. */
    openings: z.array(seatOpening),
    updated_at: instant,
  })
  .meta({ id: 'EventSeating' })
export type EventSeating = z.infer<typeof eventSeating>

export const showSeating = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/seating',
  access: { permission: 'event.read', of: 'event' },
  tag,
  summary: 'The seating of an event: its map, prices and rules, counts by category, the sum if everything sells.',
  params: byUuid,
  reply: data(eventSeating),
})

export const putSeating = endpoint({
  method: 'PUT',
  path: '/v1/producer/events/:uuid/seating',
  access: { permission: 'event.edit', of: 'event' },
  tag,
  summary:
    'An event takes a published edition of a seat map (the newest, unless told) with its prices and rules. Once something is held or sold only prices and rules may change; the edition changes by `seating/change`.',
  params: byUuid,
  body: z.strictObject({
    venues_map_uuid: uuid,
    edition: z.int().min(1).optional(),
    prices: z.array(z.strictObject(seatPrice.shape)).max(300),
    /** What is left out stays, or is `gentle` and `both`. */
    rules: z
      .strictObject({ orphans: z.enum(ORPHAN_RULES), pick: z.enum(PICK_RULES) })
      .partial()
      .optional(),
  }),
  reply: data(eventSeating),
  refusals: ['event_has_sales', 'ticket_type_has_sales', 'conflict'],
})

const printedPlace = z.object({
  section: z.string(),
  row: z.string(),
  number: z.string(),
  gate: z.string().optional(),
})

/** What a new edition means for a place or an area of the event. */
export const seatingChange = z
  .object({
    /** Of a place; null for an area and for a place that is new. */
    seat_uuid: uuid.nullable(),
    /** The key of the place in the document, `row.key`, or the key of an area. */
    place: z.string(),
    kind: z.enum(['seat', 'area']),
    changes: z.array(z.enum(['kept', 'moved', 'relabelled', 'recategorised', 'added', 'removed', 'refused'])),
    state: z.enum(['free', 'held', 'sold']),
    refusal: z.enum(['removed', 'no_longer_accessible', 'capacity_below_sold']).nullable(),
    /** A place, in the language of the caller; null for an area. */
    before: printedPlace.nullable(),
    after: printedPlace.nullable(),
    /** The name of an area, in the language of the caller; null for a place. */
    area: z.object({ before: z.string().nullable(), after: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'SeatingChange' })
export type SeatingChange = z.infer<typeof seatingChange>

const changeCount = z.int()

export const changeSeating = endpoint({
  method: 'POST',
  path: '/v1/producer/events/:uuid/seating/change',
  access: { permission: 'event.edit', of: 'event' },
  tag,
  summary:
    'An event changes to another edition of its map, as a whole or not at all. With `dry_run` nothing changes. Places that stay as they are are counted, the others listed.',
  params: byUuid,
  body: z.strictObject({
    edition: z.int().min(1),
    dry_run: z.boolean().default(false),
    /** Of a dry run: how many of its places were listed already, to read on behind them. */
    places_from: z.int().min(0).default(0),
  }),
  reply: data(
    z.object({
      edition: z.int(),
      dry_run: z.boolean(),
      /** Whether it may be applied; always true of a change that was. */
      is_applicable: z.boolean(),
      counts: z.object({
        ['kept']: changeCount,
        moved: changeCount,
        relabelled: changeCount,
        recategorised: changeCount,
        added: changeCount,
        removed: changeCount,
        refused: changeCount,
      }),
      /** Holders of sold seats that read differently now: they are notified. */
      relabelled_sold: z.int(),
      /** Refused ones first; of the others at most 1,000 at a time, of all `places_total`: `places_from` reads on. */
      places: z.array(seatingChange),
      places_total: z.int(),
    }),
  ),
  refusals: ['seats_in_use', 'conflict'],
})

export const eventSeat = z
  .object({
    seat_uuid: uuid,
    /** The bit of the seat in the board. */
    number_in_board: z.int(),
    /** In the language of the caller. */
    section: z.string(),
    row: z.string(),
    number: z.string(),
    category: z.string(),
    flags: z.array(z.enum(FLAGS)),
    /** Whose it is, else who could get it; `blocked`: not for sale. */
    standing: z.enum(SEAT_STANDINGS),
    channel: z.enum(SEAT_CHANNELS),
    for_sale: z.boolean(),
    note: z.string(),
    /** When it opens for everybody by itself. */
    opens_at: instant.nullable(),
    /** As which it is held or sold. */
    events_ticket_uuid: uuid.nullable(),
    /** Who holds or bought it; null for those who may not see orders. */
    order: z.object({ uuid, number: z.string() }).nullable(),
  })
  .meta({ id: 'EventSeat' })
export type EventSeat = z.infer<typeof eventSeat>

export const listEventSeats = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/seats',
  access: { permission: 'event.read', of: 'event' },
  tag,
  summary: 'The seats of an event with their state, by their number.',
  params: byUuid,
  query: listQuery({
    filter: {
      standing: z.enum(SEAT_STANDINGS).optional(),
      /** The name of a section. */
      section: z.string().max(60).optional(),
      row: z.string().max(12).optional(),
      category: z.string().max(8).optional(),
      seat_uuid: uuid.optional(),
    },
  }),
  reply: page(eventSeat),
})

export const showSeatBoard = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/seats/board',
  access: { permission: 'event.read', of: 'event' },
  tag,
  summary:
    'The state of every seat in one text, for drawing: base64 of one byte for each seat number, an index in the list of standings (free, held, sold, house, invitations, box_office, blocked); 255: no such place.',
  params: byUuid,
  reply: data(
    z
      .object({ rev: z.int(), hash: z.string(), seating: uuid, standings: z.array(z.string()), board: z.string() })
      .meta({ id: 'SeatBoard' }),
  ),
})

export const updateEventSeats = endpoint({
  method: 'PATCH',
  path: '/v1/producer/events/:uuid/seats',
  access: { permission: 'event.edit', of: 'event' },
  tag,
  summary:
    'Who may sell some seats, whether they are for sale, when they open by themselves, and a note about them; all of them or none. A seat that is held or sold keeps its channel: `seats_in_use` names each.',
  params: byUuid,
  body: z
    .strictObject({
      seat_uuids: z.array(uuid).min(1, { error: 'required' }).max(SEAT_CHANGE.maxSeats).optional(),
      /** In place of `seat_uuids`: all seats that open at this time. */
      opening: instant.optional(),
      for_sale: z.boolean().optional(),
      channel: z.enum(SEAT_CHANNELS).optional(),
      note: line(200).optional(),
      /**
       * When seats that are closed or in a channel open for everybody; null: not by themselves. Whatever sets `for_sale`
       * or `channel` without it ends the opening.
       */
      opens_at: instant.nullable().optional(),
    })
    .refine(({ seat_uuids: seats, opening }) => (seats === undefined) !== (opening === undefined), {
      path: ['seat_uuids'],
      error: 'required',
    }),
  reply: data(z.object({ rev: z.int(), changed: z.int() })),
  refusals: ['seats_in_use', 'conflict'],
})
