import { MANUAL_REASONS } from '@kartis/domain/admission.ts'
import { HUB } from '@kartis/domain/gate-hub.ts'
import { GATE_DIRECTIONS } from '@kartis/domain/re-entry.ts'
import { z } from 'zod'
import { gateOrder } from './admission.ts'
import { instant, uuid } from './endpoint.ts'
import { scanStatistics } from './event-figures.ts'
import { ticketSeat } from './tickets.ts'
import { line } from './text.ts'

/**
 * What a phone and the hub of its event say to each other without a server, as JSON over a WebRTC data channel. Each side
 * reads the other with these and drops what does not fit. `nonce` is the uuid of the scan, on both sides and on the server.
 */
const act = {
  nonce: uuid,
  direction: z.enum(GATE_DIRECTIONS).default('entry'),
  gate: line(80).nullable().default(null),
}

const text = z.string().min(1).max(2000)

const request = {
  text,
  manual: z.object({ reason: z.enum(MANUAL_REASONS), note: line(200).nullable() }).optional(),
  /** A lead lets it in although it belongs to another lane. */
  override: z.boolean().optional(),
}

/** An act that the phone decided by itself, or that it has not heard about. */
const decided = z.object({
  ...act,
  ...request,
  ticket: uuid.nullable(),
  verdict: z.enum(['admitted', 'refused']),
  at: instant,
})

export const toHub = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('hello'),
    v: z.literal(1),
    event: uuid,
    device: line(120),
    name: line(120),
    gate: line(80).nullable(),
    lane: z.int().min(1).nullable(),
    /** The time of its list: the hub tells what has happened since. */
    since: instant.nullable(),
  }),
  z.object({ t: z.literal('claim'), ...act, ...request }),
  /** What came of a grant: its guest went in, or nobody did. */
  z.object({ t: z.literal('kept'), nonce: uuid, entered: z.boolean() }),
  z.object({ t: z.literal('settle'), acts: z.array(decided).max(HUB.page) }),
  z.object({ t: z.literal('search'), id: z.int(), q: z.string().min(1).max(100) }),
  z.object({ t: z.literal('noted'), id: z.int() }),
  z.object({ t: z.literal('ping'), n: z.int() }),
])
export type ToHub = z.infer<typeof toHub>

/** An entry or exit that the hub tells other phones of. */
const passage = z.object({
  ...act,
  ticket: uuid,
  /** The short type of the list. */
  type: z.string().max(8),
  at: instant,
  device: line(120).nullable(),
})

const admittedTicket = z.object({
  uuid,
  number: z.string(),
  name: z.string(),
  holder: z.string().nullable(),
  seat: ticketSeat.omit({ uuid: true }).optional(),
  again: z.boolean(),
})

export const fromHub = z.discriminatedUnion('t', [
  z.object({ t: z.literal('welcome'), hub: z.string(), name: z.string(), device: z.string() }),
  z.object({ t: z.literal('turned_away'), why: z.enum(['event', 'full']) }),
  z.object({ t: z.literal('granted'), nonce: uuid, at: instant, ticket: admittedTicket, counters: scanStatistics }),
  z.object({
    t: z.literal('taken'),
    nonce: uuid,
    code: z.string().regex(/^S[1-9]$/),
    detail: z.record(z.string(), z.unknown()),
  }),
  /** `id`: to be answered with `noted` before the hub goes on. */
  z.object({ t: z.literal('passed'), id: z.int().nullable(), acts: z.array(passage).max(HUB.page) }),
  /** An entry that did not happen after all. */
  z.object({ t: z.literal('undone'), nonce: uuid, ticket: uuid }),
  z.object({
    t: z.literal('settled'),
    results: z.array(z.object({ nonce: uuid, state: z.enum(['added', 'known', 'withdrawn', 'double']) })).max(HUB.page),
  }),
  // A list on a device names orders by their number.
  z.object({
    t: z.literal('found'),
    id: z.int(),
    orders: z.array(gateOrder.extend({ uuid: z.string() })),
    more: z.boolean(),
  }),
  z.object({ t: z.literal('pong'), n: z.int() }),
])
export type FromHub = z.infer<typeof fromHub>

/** A message of the other side; undefined for one that is none of them. */
export const readMessage = <T>(schema: z.ZodType<T>, raw: unknown): T | undefined => {
  try {
    return typeof raw === 'string' ? schema.safeParse(JSON.parse(raw)).data : undefined
  } catch {
    return undefined
  }
}
