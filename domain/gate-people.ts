import { type Bytes, uuidToBytes } from './code-bytes.ts'

/** The names of guests on a device at the gate. */
export const GATE_PEOPLE = {
  /** For how long after its event a device may read them, in hours. */
  hoursAfterEvent: 6,
  /** For how long without the server, in hours. */
  longestHours: 24,
  /** A file of this age is loaded again once tickets have changed, in minutes. */
  freshMinutes: 10,
} as const

const HOUR_MS = 3_600_000

/** Until when a device may read the names: its own end, some hours after the event, and a day without the server at most. */
export const peopleUntil = (eventEndsAt: Date, deviceEndsAt: Date | null, now: Date): Date =>
  new Date(
    Math.min(
      eventEndsAt.getTime() + GATE_PEOPLE.hoursAfterEvent * HOUR_MS,
      now.getTime() + GATE_PEOPLE.longestHours * HOUR_MS,
      deviceEndsAt?.getTime() ?? Infinity,
    ),
  )

/**
 * The guests of an event in one sealed file. File: `KPF1` · generation of its key (4 bytes, big-endian) · nonce (12) ·
 * AES-256-GCM of the compressed text, with its tag. What stands before the sealed part, and the event, are authenticated.
 * Text: JSON of `[order number, name or null, last four digits of the phone or null]` for each order, and of the same with a
 * ticket number (`101081-2`) for each ticket that another person than the buyer holds.
 */
const MAGIC = [0x4b, 0x50, 0x46, 0x31]
const NONCE_AT = 8
const NONCE_BYTES = 12
const SEALED_AT = NONCE_AT + NONCE_BYTES

export type GatePerson = readonly [number: string, holder: string | null, phoneEnd: string | null]

export interface PeopleFile {
  readonly generation: number
  readonly nonce: Bytes
  /** Authenticated with the sealed part. */
  readonly bound: Bytes
  readonly sealed: Bytes
}

const headOf = (generation: number, nonce: Uint8Array): Bytes => {
  const head = new Uint8Array(SEALED_AT)
  head.set(MAGIC)
  new DataView(head.buffer).setUint32(MAGIC.length, generation)
  head.set(nonce, NONCE_AT)
  return head
}

const boundOf = (head: Bytes, event: string): Bytes => {
  const name = uuidToBytes(event)
  const bound = new Uint8Array(head.length + name.length)
  bound.set(head)
  bound.set(name, head.length)
  return bound
}

/** What stands before the sealed part, and what is authenticated with it. */
export const peopleHead = (event: string, generation: number, nonce: Uint8Array) => {
  const head = headOf(generation, nonce)
  return { head, bound: boundOf(head, event) }
}

/** The parts of a file; undefined for anything else. */
export const readPeopleFile = (event: string, file: Bytes): PeopleFile | undefined => {
  if (file.length <= SEALED_AT || MAGIC.some((byte, place) => file[place] !== byte)) return undefined
  const head = file.slice(0, SEALED_AT)
  return {
    generation: new DataView(head.buffer).getUint32(MAGIC.length),
    nonce: head.slice(NONCE_AT),
    bound: boundOf(head, event),
    sealed: file.slice(SEALED_AT),
  }
}
