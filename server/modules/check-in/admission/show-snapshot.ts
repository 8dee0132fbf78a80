import { createHash } from 'node:crypto'
import { shortTicketType, toBase64Url } from '@kartis/domain/ticket-code.ts'
import { signedTextOf, TICKET_BYTES, writeSnapshot, writeTicket } from '@kartis/domain/gate-snapshot.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { lastChangeOf, signAsEvent } from '../../selling/ticketing/index.ts'
import { readSnapshotPage } from './list-queries.ts'
import { viewFacts } from './show-list.ts'

/** Tickets of one turn of the event loop; writing one takes some microseconds. */
const PAGE = 2000
/** Files in memory: some megabytes for the events whose gates are open. */
const CACHED_EVENTS = 8
/** The place of a type that the event no longer has. */
const NO_TYPE = 255

interface Cached {
  readonly key: string
  readonly file: Promise<Uint8Array>
}

type Facts = Awaited<ReturnType<typeof viewFacts>>

/** Numbers types, and types with the gate of a seat where there is room: a byte names one of both. */
const createPlaces = (types: readonly string[]) => {
  const named = types.map((type) => ({ type, gate: '' }))
  const placeByKey = new Map(named.map(({ type }, place) => [`${type} `, place]))
  return {
    named,
    placeOf: (type: string, gate: string): number => {
      const plain = placeByKey.get(`${type} `)
      if (plain === undefined) return NO_TYPE
      const place = placeByKey.get(`${type} ${gate}`)
      if (place !== undefined) return Math.min(place, NO_TYPE)
      if (named.length >= NO_TYPE) return Math.min(plain, NO_TYPE)
      placeByKey.set(`${type} ${gate}`, named.push({ type, gate }) - 1)
      return named.length - 1
    },
  }
}

const build = async (platform: Platform, eventId: string, seq: number, facts: Facts): Promise<Uint8Array> => {
  const { named, placeOf } = createPlaces(facts.ticket_types.map(({ type }) => type))
  const pages: Uint8Array[] = []
  let after: string | undefined
  for (let isLast = false; !isLast;) {
    const rows = await readSnapshotPage(platform.db, eventId, after, PAGE)
    const page = new Uint8Array(rows.length * TICKET_BYTES)
    for (const [place, row] of rows.entries()) {
      writeTicket(page, place, {
        id: row.id,
        type: placeOf(shortTicketType(row.ticket_type_id), row.seat_gate ?? ''),
        isCancelled: row.status === 'cancelled',
        hasEntered: row.redeemed_at !== null,
        revision: row.revision,
      })
    }
    pages.push(page)
    after = rows.at(-1)?.id
    isLast = rows.length < PAGE
  }
  const body = Buffer.concat(pages)
  const unsigned = {
    event: eventId,
    seq,
    count: body.length / TICKET_BYTES,
    keys: [facts.event.public_key],
    rules: named.some(({ gate }) => gate !== '') ? { ...facts, place_gates: named.map(({ gate }) => gate) } : facts,
    types: named.map(({ type }) => type),
    sha256: toBase64Url(createHash('sha256').update(body).digest()),
  }
  const signature = signAsEvent(platform.keys, eventId, Buffer.from(signedTextOf(unsigned)))
  return writeSnapshot({ ...unsigned, signature: toBase64Url(signature) }, body)
}

/**
 * Gives the file of every ticket of an event for devices at the gate. The number is read before the tickets, so that what
 * changes meanwhile is asked for next time. Devices that ask for the same state share one file.
 */
export const createSnapshots = (platform: Platform): ((event: EventRow) => Promise<Uint8Array>) => {
  const cached = new Map<string, Cached>()
  return async (event) => {
    const [seq, facts] = await Promise.all([lastChangeOf(platform.db, event.id), viewFacts(platform, event)])
    const key = `${seq} ${JSON.stringify(facts)}`
    const before = cached.get(event.id)
    if (before?.key === key) return before.file
    const file = build(platform, event.id, seq, facts)
    cached.delete(event.id)
    cached.set(event.id, { key, file })
    for (const oldest of [...cached.keys()].slice(0, -CACHED_EVENTS)) cached.delete(oldest)
    // A failed one is built again for whoever asks next.
    file.catch(() => cached.delete(event.id))
    return file
  }
}
