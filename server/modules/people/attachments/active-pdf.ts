import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

/** Names that let a PDF run something, carry another file or play media. Scripts have `/JavaScript` in any form. */
const ACTIVE = ['/JavaScript', '/Launch', '/EmbeddedFile', '/RichMedia']
const LONGEST = 3 * Math.max(...ACTIVE.map((name) => name.length))

/** Read between two turns of the event loop. */
const CHUNK = 256 * 1024
/** What compressed objects may unpack to together, and what is read of them: streams may claim the bytes of one another. */
const MAX_UNPACKED = 32 * 1024 * 1024
const MAX_PACKED = 32 * 1024 * 1024
/** Some hundreds are usual. */
const MAX_STREAMS = 10_000
/** Between the dictionary of a stream and its data. */
const DICTIONARY = 4096

const unpack = promisify(inflate)
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Any character of a name may be written as `#` and its code. */
const plainNames = (text: string): string =>
  text.replace(/#[0-9A-Fa-f]{2}/g, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)))

const isActive = async (bytes: Buffer): Promise<boolean> => {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    // The chunks overlap, so that no name is cut in two.
    const text = plainNames(bytes.toString('latin1', at, at + CHUNK + LONGEST))
    if (ACTIVE.some((name) => text.includes(name))) return true
    await nextTurn()
  }
  return false
}

const TYPE = '/ObjStm'
const KEYWORD = 'stream'
const NOTHING = Buffer.alloc(0)

/** The data of the streams that hold compressed objects; nothing where the type is named and no data follow. */
function* objectStreams(bytes: Buffer): Generator<Buffer> {
  let end = 0
  for (let at = bytes.indexOf(TYPE); at >= 0; at = bytes.indexOf(TYPE, at + TYPE.length)) {
    // Within the dictionary only, and one search for the ends of all: whatever the bytes are, each is read a few times.
    const distance = bytes.subarray(at, at + DICTIONARY + KEYWORD.length).indexOf(KEYWORD)
    if (distance < 0) {
      yield NOTHING
      continue
    }
    const start = at + distance
    if (end >= 0 && end < start) end = bytes.indexOf('endstream', start)
    const from = start + KEYWORD.length
    // The keyword ends with CR LF or LF.
    yield bytes.subarray(from + (bytes[from] === 0x0d ? 2 : 1), end < 0 ? bytes.length : end)
  }
}

/**
 * Whether a PDF has scripts, actions that start programs, attached files or media. Its bytes are searched once from begin to
 * end, and so are its compressed objects; nothing is parsed. Objects that are encrypted or compressed in another way are
 * not seen, which is why documents are downloads all the same. A PDF that unpacks to too much, or from too much, counts as active.
 */
export const isActivePdf = async (pdf: Uint8Array): Promise<boolean> => {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  if (await isActive(bytes)) return true
  const left = { streams: MAX_STREAMS, packed: MAX_PACKED, unpacked: MAX_UNPACKED }
  for (const packed of objectStreams(bytes)) {
    left.streams -= 1
    left.packed -= packed.length
    if (left.streams < 0 || left.packed < 0) return true
    if (packed.length === 0) continue
    const objects = await unpack(packed, { maxOutputLength: left.unpacked }).catch((error: unknown) =>
      error instanceof RangeError ? undefined : NOTHING,
    )
    if (objects === undefined || (await isActive(objects))) return true
    left.unpacked -= objects.length
    if (left.unpacked <= 0) return true
  }
  return false
}
