import { type Bytes, uuidToBytes } from './code-bytes.ts'

/**
 * Every ticket of an event in one file for devices at the gate: a header, and 18 bytes for each ticket, sorted by ticket, so
 * that a device finds one without reading the file into objects.
 *
 * File: `KGS1` · length of the header (4 bytes, big-endian) · header (JSON in ASCII) · tickets.
 * Ticket: uuid (16) · place of its type in `types` (1) · flags (1): 1 cancelled, 2 entered, the rest its revision.
 * It contains no code, no name and no number.
 */
const MAGIC = [0x4b, 0x47, 0x53, 0x31]
const HEAD_BYTES = 8
export const TICKET_BYTES = 18
const CANCELLED = 1
const ENTERED = 2
const REVISION_SHIFT = 2
/** Higher revisions do not fit: of such a ticket the device knows a lower one, and admits some old codes offline. */
const HIGHEST_REVISION = 63

export interface SnapshotTicket {
  readonly id: string
  /** The place of its type in the header. */
  readonly type: number
  readonly isCancelled: boolean
  readonly hasEntered: boolean
  readonly revision: number
}

/** The header without its signature, in the order in which it is signed. */
export interface SnapshotFacts {
  readonly event: string
  /** The number of the last change that it has. */
  readonly seq: number
  readonly count: number
  /** The event's public key, for ticket codes and for this file. */
  readonly keys: readonly string[]
  /** What the device needs of the event beside its tickets; opaque here. */
  readonly rules: unknown
  /** The last eight hex digits of the uuid of each type; a type is there again for each gate of its seats. */
  readonly types: readonly string[]
  /** Of the tickets, in base64url. */
  readonly sha256: string
}

export interface SnapshotHeader extends SnapshotFacts {
  /** Ed25519 of `signedTextOf`, in base64url. */
  readonly signature: string
}

/** What is signed: the header without its signature. */
export const signedTextOf = ({ event, seq, count, keys, rules, types, sha256 }: SnapshotFacts): string =>
  JSON.stringify({ event, seq, count, keys, rules, types, sha256 })

/** Writes one ticket; tickets are written in the order of their ids. */
export const writeTicket = (body: Uint8Array, place: number, ticket: SnapshotTicket): void => {
  const at = place * TICKET_BYTES
  body.set(uuidToBytes(ticket.id), at)
  body[at + 16] = ticket.type
  body[at + 17] =
    (ticket.isCancelled ? CANCELLED : 0) |
    (ticket.hasEntered ? ENTERED : 0) |
    (Math.min(ticket.revision, HIGHEST_REVISION) << REVISION_SHIFT)
}

/** JSON says the same with its other characters escaped. */
const asciiOf = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

const textOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** The whole file. */
export const writeSnapshot = (header: SnapshotHeader, body: Uint8Array): Bytes => {
  const text = Uint8Array.from(asciiOf(JSON.stringify(header)), (character) => character.charCodeAt(0))
  const file = new Uint8Array(HEAD_BYTES + text.length + body.length)
  file.set(MAGIC)
  new DataView(file.buffer).setUint32(4, text.length)
  file.set(text, HEAD_BYTES)
  file.set(body, HEAD_BYTES + text.length)
  return file
}

export interface Snapshot {
  readonly header: SnapshotHeader
  readonly body: Bytes
}

const parseHeader = (bytes: Uint8Array): SnapshotHeader | undefined => {
  try {
    const header = JSON.parse(textOf(bytes)) as Partial<SnapshotHeader> | null
    const isWhole =
      typeof header?.event === 'string' &&
      typeof header.seq === 'number' &&
      typeof header.count === 'number' &&
      typeof header.sha256 === 'string' &&
      typeof header.signature === 'string' &&
      Array.isArray(header.keys) &&
      Array.isArray(header.types)
    return isWhole ? (header as SnapshotHeader) : undefined
  } catch {
    return undefined
  }
}

/** The parts of a file whose length is right; undefined for a cut or foreign one. Hash and signature are not checked here. */
export const readSnapshot = (file: Bytes): Snapshot | undefined => {
  if (file.length < HEAD_BYTES || MAGIC.some((byte, place) => file[place] !== byte)) return undefined
  const end = HEAD_BYTES + new DataView(file.buffer, file.byteOffset).getUint32(4)
  const header = end <= file.length ? parseHeader(file.subarray(HEAD_BYTES, end)) : undefined
  if (!header || file.length - end !== header.count * TICKET_BYTES) return undefined
  return { header, body: file.slice(end) }
}

const ticketAt = ({ body }: Snapshot, place: number, id: string): SnapshotTicket => {
  const at = place * TICKET_BYTES
  const flags = body[at + 17] ?? 0
  return {
    id,
    type: body[at + 16] ?? 0,
    isCancelled: (flags & CANCELLED) !== 0,
    hasEntered: (flags & ENTERED) !== 0,
    revision: flags >> REVISION_SHIFT,
  }
}

/** Compares the uuid at a place with another, byte by byte. */
const compareAt = (body: Uint8Array, place: number, requested: Uint8Array): number => {
  for (let byte = 0; byte < 16; byte++) {
    const difference = (body[place * TICKET_BYTES + byte] ?? 0) - (requested[byte] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** A ticket by its uuid: 17 steps among 100,000. */
export const findInSnapshot = (snapshot: Snapshot, id: string): SnapshotTicket | undefined => {
  const requested = uuidToBytes(id)
  let [low, high] = [0, snapshot.header.count - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compareAt(snapshot.body, middle, requested)
    if (order === 0) return ticketAt(snapshot, middle, id.toLowerCase())
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return undefined
}

/** How many of its tickets are valid, and how many of those have entered. */
export const countSnapshot = ({ header, body }: Snapshot): { readonly valid: number; readonly entered: number } => {
  let [valid, entered] = [0, 0]
  for (let place = 0; place < header.count; place++) {
    const flags = body[place * TICKET_BYTES + 17] ?? 0
    if ((flags & CANCELLED) !== 0) continue
    valid += 1
    if ((flags & ENTERED) !== 0) entered += 1
  }
  return { valid, entered }
}
