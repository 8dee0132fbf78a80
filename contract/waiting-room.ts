import { WAITING_ROOM } from '@kartis/domain/limits.ts'
import { WAITING_ROOM_MODES } from '@kartis/domain/waiting-room.ts'
import { z } from 'zod'
import { byUuid, data, endpoint, instant, uuid } from './endpoint.ts'

const tag = 'waiting room'

const wait = z.object({ from_minutes: z.int(), to_minutes: z.int() })

/** The same reply for everyone who waits: each browser derives its place from the number in its token. */
export const waitingStatus = z
  .object({
    /** `closed`: nobody needs a pass. `early`: the sale and its lobby are still closed. */
    state: z.enum(['closed', 'early', 'lobby', 'open']),
    /** Tokens of other rounds are invalid. */
    round: z.int(),
    opens_at: instant.nullable(),
    /** The lottery among those who came before the opening: `seed` is published with the lottery, `proof` (its SHA-256) before it. */
    draw: z.object({ size: z.int(), seed: z.string().nullable(), proof: z.string().nullable() }),
    /** Places below this one (from 0) are admitted. */
    admitted: z.int(),
    /** Number of people in the queue who are not admitted. */
    waiting: z.int(),
    per_minute: z.number().nullable(),
    paused: z.boolean(),
    sold_out: z.boolean(),
    all_held: z.boolean(),
    /** Places below the first will most likely find tickets, from the second on most likely not; rounded. */
    likely_until: z.int(),
    unlikely_from: z.int(),
    work_bits: z.int(),
    /** Seconds between two polls, for the first and the last in the queue. */
    next_poll: z.object({ near: z.int(), far: z.int() }),
    as_of: instant,
  })
  .meta({ id: 'WaitingStatus' })
export type WaitingStatus = z.infer<typeof waitingStatus>

const device = z
  .string()
  .regex(/^[\w-]{16,64}$/)
  .meta({ description: 'A random word that this browser keeps; the place belongs to it.' })
const token = z.string().min(10).max(400)

export const showWaitingStatus = endpoint({
  method: 'GET',
  path: '/v1/public/events/:uuid/waiting-room',
  access: 'public',
  tag,
  summary: 'How the line of an event moves: from memory, at most a second old, the same for everybody.',
  params: byUuid,
  query: z.strictObject({
    /** The visitor has just arrived. Arrivals are counted to open automatic waiting rooms. */
    arriving: z.literal('1').optional(),
  }),
  reply: data(waitingStatus),
})

export const joinLine = endpoint({
  method: 'POST',
  path: '/v1/public/events/:uuid/waiting-room/places',
  access: 'public',
  tag,
  summary: 'A place in line: one for each device, and for each signed-in phone. Null where nobody waits.',
  params: byUuid,
  body: z.strictObject({
    device,
    /**
     * Nonce of a proof of work of `work_bits` bits (see docs/rules/waiting-room.md); of `detail.bits` after a refusal
     * `waiting_room` with the reason `more_work`.
     */
    nonce: z.string().max(32).default(''),
  }),
  reply: data(z.object({ place: z.object({ token: z.string(), number: z.int(), round: z.int() }).nullable() })),
  status: 201,
  refusals: ['waiting_room'],
  idempotent: false,
})

export const enterSale = endpoint({
  method: 'POST',
  path: '/v1/public/events/:uuid/waiting-room/enter',
  access: 'public',
  tag,
  summary:
    'A called place becomes a pass, to be sent with a reservation as `X-Waiting-Pass` and `X-Waiting-Device`. Asked again it is the same pass.',
  params: byUuid,
  body: z.strictObject({ device, token }),
  reply: data(z.object({ pass: z.string(), until: instant })),
  refusals: ['waiting_room'],
  idempotent: false,
})

export const leaveLine = endpoint({
  method: 'POST',
  path: '/v1/public/events/:uuid/waiting-room/leave',
  access: 'public',
  tag,
  summary: 'The place is given up for good.',
  params: byUuid,
  body: z.strictObject({ device, token }),
  reply: data(z.object({ done: z.literal(true) })),
  idempotent: false,
})

export const waitingRoom = z
  .object({
    mode: z.enum(WAITING_ROOM_MODES),
    /** Arrivals per second from which an automatic waiting room opens. */
    threshold: z.int(),
    opens_at: instant.nullable(),
    most_inside: z.int(),
    /** Maximum number of people per minute; null: as fast as others leave. */
    pace: z.int().nullable(),
    paused: z.boolean(),
    work_bits: z.int(),
    /** `watching`: automatic, and nobody needs to wait. */
    state: z.enum(['off', 'watching', 'early', 'lobby', 'open']),
    opened_at: instant.nullable(),
    /** The earliest time at which a ticket type goes on sale, if that is in the future; a lobby would last until then. */
    sale_starts_at: instant.nullable(),
    url: z.string(),
    figures: z.object({
      waiting: z.int(),
      /** Admitted without a reservation, with a reservation, and admitted within the last minute. */
      choosing: z.int(),
      buying: z.int(),
      called: z.int(),
      admitted_per_minute: z.int(),
      admitted: z.int(),
      joined: z.int(),
      arrivals_per_second: z.number(),
      /** For the last in line; null where it cannot be known. */
      wait: wait.nullable(),
      left: z.int(),
      held: z.int(),
    }),
    as_of: instant,
  })
  .meta({ id: 'WaitingRoom' })
export type WaitingRoom = z.infer<typeof waitingRoom>

const within = ({ least, most }: { readonly least: number; readonly most: number }) => z.int().min(least).max(most)

export const showWaitingRoom = endpoint({
  method: 'GET',
  path: '/v1/producer/events/:uuid/waiting-room',
  access: { permission: 'waiting_room.control', of: 'event' },
  tag,
  summary: 'The room of an event and what happens in it now.',
  params: z.object({ uuid }),
  reply: data(waitingRoom),
})

export const steerWaitingRoom = endpoint({
  method: 'PATCH',
  path: '/v1/producer/events/:uuid/waiting-room',
  access: { permission: 'waiting_room.control', of: 'event' },
  tag,
  summary: 'Switch, pace, pause. `mode: off` admits everybody at once.',
  params: z.object({ uuid }),
  body: z.strictObject({
    mode: z.enum(WAITING_ROOM_MODES).optional(),
    threshold: within(WAITING_ROOM.threshold).optional(),
    opens_at: instant.nullable().optional(),
    most_inside: within(WAITING_ROOM.maxInside).optional(),
    pace: within(WAITING_ROOM.pace).nullable().optional(),
    paused: z.boolean().optional(),
    work_bits: within(WAITING_ROOM.workBits).optional(),
  }),
  reply: data(waitingRoom),
})
