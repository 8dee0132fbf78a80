import type { StoredScan } from '../offline/database.ts'
import { database } from '../offline/database.ts'
import { type Sender, senderKey, withNewest } from './of-device.ts'
import { readStored, readStoredJson, writeStored } from '../storage.ts'

/**
 * The numbers that a device gave to its scans at an event, without a gap: what the server never gets of them is lost, and it
 * sees that.
 */
interface Sequence {
  readonly first: number
  readonly last: number
  /** Given to scans that are not to be sent: nobody entered with them. */
  readonly unused: readonly number[]
}

const NAME = 'device:sequences'
/** As many as one report takes. */
const UNUSED_MOST = 200

type Sequences = Readonly<Record<string, Sequence>>
const readAll = (): Sequences => (readStoredJson(NAME) as Sequences | undefined) ?? {}
const write = (key: string, sequence: Sequence): void =>
  writeStored(NAME, JSON.stringify(withNewest(readAll(), key, sequence)))

/** Of scans that are being stored. */
const inWriting = new Set<string>()
const markOf = (sender: Sender, seq: number): string => `${senderKey(sender)} ${seq}`

/** The next number of the sequence, which a change of the device's clock does not move. It is being written until `written`. */
export const nextSeq = (sender: Sender): number => {
  const key = senderKey(sender)
  const before = readAll()[key]
  // Versions before this one counted the scans of all events together.
  const seq = (before?.last ?? Number(readStored('device:seq') ?? 0)) + 1
  inWriting.add(markOf(sender, seq))
  write(key, { first: before?.first ?? seq, last: seq, unused: before?.unused ?? [] })
  return seq
}

export const written = (sender: Sender, seq: number): void => {
  inWriting.delete(markOf(sender, seq))
}

/** Nobody entered with the scan of this number, and it will not be sent. */
export const leaveUnused = (sender: Sender, seq: number): void => {
  const [key, before] = [senderKey(sender), readAll()[senderKey(sender)]]
  if (before) write(key, { ...before, unused: [...before.unused, seq] })
}

/**
 * What the server is told of the sequence: the numbers up to `through` are on this device no more. `inMemory`: scans that an
 * open page has, also where the browser has thrown them away.
 */
export const reportSequence = async (event: string, deviceId: string, inMemory: readonly StoredScan[] = []) => {
  const sender = { event, device_id: deviceId }
  const sequence = readAll()[senderKey(sender)]
  if (!sequence) return undefined
  // Before the stored ones are read: what is stored meanwhile counts as being written.
  const unwritten = [...inWriting].filter((mark) => mark.startsWith(`${senderKey(sender)} `))
  const own = (scan: StoredScan) =>
    scan.event === event &&
    scan.state !== 'refused' &&
    (scan.by ?? scan.device_id) === deviceId &&
    scan.device_seq !== undefined
  const stored = await database.scans.where('event').equals(event).and(own).toArray()
  const numbers = [...stored, ...inMemory.filter(own)].flatMap(({ device_seq: seq }) => seq ?? [])
  const open = [...numbers, ...unwritten.map((mark) => Number(mark.split(' ').at(-1)))]
  const through = Math.min(sequence.last, ...open.map((seq) => seq - 1))
  return { first: sequence.first, through, unused: sequence.unused.slice(0, UNUSED_MOST) }
}

/** The server has these. */
export const forgetUnused = (event: string, deviceId: string, reported: readonly number[]): void => {
  const key = senderKey({ event, device_id: deviceId })
  const before = readAll()[key]
  if (before && reported.length > 0)
    write(key, { ...before, unused: before.unused.filter((seq) => !reported.includes(seq)) })
}
